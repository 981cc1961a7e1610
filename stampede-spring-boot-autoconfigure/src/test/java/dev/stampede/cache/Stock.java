package dev.stampede.cache;

/**
 * What the rest of the existing application knows of its service.
 */
interface Stock {

	/**
	 * Finds a price.
	 */
	Price find(String product);

	/**
	 * Changes a price.
	 */
	Price change(String product);

	/**
	 * Forgets a price.
	 */
	void forget(String product);

	/**
	 * Forgets all prices.
	 */
	void forgetAll();

}

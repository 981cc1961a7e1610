package dev.stampede.values;

import org.jspecify.annotations.Nullable;

/**
 * A class with a constructor of nothing, and setters.
 */
public class StoredBean {

	private String name = "";

	private int size;

	StoredBean() {
	}

	StoredBean(String name, int size) {
		this.name = name;
		this.size = size;
	}

	public String getName() {
		return this.name;
	}

	public void setName(String name) {
		this.name = name;
	}

	public int getSize() {
		return this.size;
	}

	public void setSize(int size) {
		this.size = size;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof StoredBean bean && bean.name.equals(this.name) && bean.size == this.size;
	}

	@Override
	public int hashCode() {
		return this.name.hashCode();
	}

}

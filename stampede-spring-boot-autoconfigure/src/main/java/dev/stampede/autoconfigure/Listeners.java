package dev.stampede.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.ObjectProvider;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.event.StampedeListener;

/**
 * Listeners of the application, which store and engine are made with.
 */
final class Listeners {

	private Listeners() {
	}

	/**
	 * Returns all listeners.
	 * @param listeners gives them
	 * @return the listeners, in their order
	 * @throws StampedeConfigurationException if one of them needs what is made with it
	 */
	static List<StampedeListener> all(ObjectProvider<StampedeListener> listeners) {
		try {
			return listeners.orderedStream().toList();
		}
		catch (BeanCreationException ex) {
			if (ex.getMostSpecificCause() instanceof BeanCurrentlyInCreationException cycle) {
				throw new StampedeConfigurationException(
						"A StampedeListener needs StampedeOperations, or another bean that is made with the listeners: the bean '"
								+ cycle.getBeanName() + "' is in a circle",
						"Let the listener take ObjectProvider<StampedeOperations> in its constructor, and ask it for the "
								+ "bean when an event comes");
			}
			throw ex;
		}
	}

}

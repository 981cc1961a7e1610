package dev.stampede.interceptor;

import java.io.Serializable;

import org.springframework.beans.factory.BeanFactory;

/**
 * Reference to an advisor, as it is written with a bean that it advises, such as one of a
 * session. Read back, it is the advisor of the application that reads.
 *
 * @param beanFactory where the advisor is; it is written as a reference too
 * @param name the name of its bean
 * @since 0.1.0
 */
@SuppressWarnings("serial") // a bean factory writes a reference to itself
public record AdvisorReference(BeanFactory beanFactory, String name) implements Serializable {

	private Object readResolve() {
		return this.beanFactory.getBean(this.name);
	}

}

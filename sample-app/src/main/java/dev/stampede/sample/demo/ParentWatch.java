package dev.stampede.sample.demo;

import java.io.IOException;
import java.io.OutputStream;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Watch over the instance that started this one: this one ends with it, however it ended.
 */
@Component
@ConditionalOnBooleanProperty(ParentWatch.PROPERTY)
@Lazy(false)
class ParentWatch implements InitializingBean {

	static final String PROPERTY = "sample.ends-with-parent";

	@Override
	public void afterPropertiesSet() {
		Thread parent = new Thread(ParentWatch::endWithParent, "parent");
		parent.setDaemon(true);
		parent.start();
	}

	// The pipe to this process ends when the one that holds it does.
	private static void endWithParent() {
		try {
			System.in.transferTo(OutputStream.nullOutputStream());
		}
		catch (IOException ex) {
			// ended all the same
		}
		Runtime.getRuntime().halt(1);
	}

}

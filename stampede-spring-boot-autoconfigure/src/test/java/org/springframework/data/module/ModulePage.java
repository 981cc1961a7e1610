package org.springframework.data.module;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;

/**
 * Page with a state, as those of Spring Data Cassandra have.
 */
public final class ModulePage extends PageRequest {

	private static final long serialVersionUID = 1;

	private final String state;

	public ModulePage(String state) {
		super(0, 10, Sort.unsorted());
		this.state = state;
	}

	public String state() {
		return this.state;
	}

}

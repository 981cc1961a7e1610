package org.springframework.data.module;

import org.springframework.data.domain.Sort;

/**
 * Order by the distance from a place, as Spring Data Elasticsearch has.
 */
public final class ModuleOrder extends Sort.Order {

	private static final long serialVersionUID = 1;

	private final String place;

	public ModuleOrder(String place) {
		super(Sort.Direction.ASC, "location");
		this.place = place;
	}

	public String place() {
		return this.place;
	}

}

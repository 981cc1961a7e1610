package dev.stampede.values;

import java.math.BigDecimal;
import java.util.List;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;

/**
 * Values of Spring Data that come back as they were.
 */
@SuppressWarnings("unused") // fields are found by name
final class StoredPages {

	final Page<Item> page = new PageImpl<>(List.of(new Item("a", new BigDecimal("1.10"))),
			PageRequest.of(2, 10, byName()), 30);

	final Page<Item> emptyPage = Page.empty();

	final Page<String> unpagedPage = new PageImpl<>(List.of("a", "b"));

	final PageImpl<Long> pageOfNumbers = new PageImpl<>(List.of(7L), PageRequest.of(0, 1), 3);

	final Slice<Item> slice = new SliceImpl<>(List.of(new Item("a", BigDecimal.ONE)), PageRequest.of(0, 1), true);

	final SliceImpl<String> sliceOfTexts = new SliceImpl<>(List.of("a"));

	final PageRequest pageRequest = PageRequest.of(1, 20, byName());

	final Pageable pageable = PageRequest.of(1, 20);

	final Pageable unpaged = Pageable.unpaged(byName());

	final Sort sort = byName();

	final Sort unsorted = Sort.unsorted();

	final Range<Long> range = Range.rightOpen(1L, 7L);

	final Range<BigDecimal> unbounded = Range.leftUnbounded(Range.Bound.inclusive(new BigDecimal("1.10")));

	private static Sort byName() {
		return Sort.by(Sort.Order.asc("name").ignoreCase(), Sort.Order.desc("id").nullsLast());
	}

	record Item(String name, BigDecimal amount) {

	}

}

/**
 * Spring's cache abstraction on protected entries, and methods that carry its annotations
 * beside ours.
 */
@NullMarked
package dev.stampede.cache;

import org.jspecify.annotations.NullMarked;

/**
 * Fault tests: whole applications on a real Redis, while connections, servers, sources
 * and callers fail.
 */
@NullMarked
package dev.stampede.faults;

import org.jspecify.annotations.NullMarked;

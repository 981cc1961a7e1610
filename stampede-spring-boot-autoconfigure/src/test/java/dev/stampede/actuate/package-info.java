/**
 * Tests of the endpoint and the health contributor.
 */
@NullMarked
package dev.stampede.actuate;

import org.jspecify.annotations.NullMarked;

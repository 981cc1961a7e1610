/**
 * An application that was processed ahead of time, as for a native image.
 */
@NullMarked
package dev.stampede.nativeimage;

import org.jspecify.annotations.NullMarked;

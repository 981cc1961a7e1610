/**
 * Actuator endpoint and health contributor.
 */
@NullMarked
package dev.stampede.actuate;

import org.jspecify.annotations.NullMarked;

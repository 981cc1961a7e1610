/**
 * Auto-configuration for Spring Boot.
 */
@NullMarked
package dev.stampede.autoconfigure;

import org.jspecify.annotations.NullMarked;

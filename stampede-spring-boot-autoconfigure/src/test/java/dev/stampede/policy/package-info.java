/**
 * Tests of policies.
 */
@NullMarked
package dev.stampede.policy;

import org.jspecify.annotations.NullMarked;

/**
 * The settings of one cache: where they come from, which layer decides, and the policy
 * that results.
 */
@NullMarked
package dev.stampede.policy;

import org.jspecify.annotations.NullMarked;

/**
 * Values as modules of Spring Data have them that are not on our class path.
 */
@NullMarked
package org.springframework.data.module;

import org.jspecify.annotations.NullMarked;

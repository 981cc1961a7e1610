/**
 * The Java blocks of the documentation, and the tests that hold them to it.
 */
@NullMarked
package dev.stampede.docs;

import org.jspecify.annotations.NullMarked;

/** Expressions of the Common Expression Language as an API server compiles and evaluates them, with its library of functions. */
@NullMarked
package tessera.cel;

import org.jspecify.annotations.NullMarked;

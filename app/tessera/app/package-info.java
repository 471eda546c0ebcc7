/** Starts the product: the command line and the wiring. Knows everyone, known by nobody. */
@NullMarked
package tessera.app;

import org.jspecify.annotations.NullMarked;

/** The entry point. Knows everyone, known by nobody. */
@NullMarked
package tessera.app;

import org.jspecify.annotations.NullMarked;

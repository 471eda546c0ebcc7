/** The objects of the simulated cluster: versioned, compact, watched. */
@NullMarked
package tessera.demo.store;

import org.jspecify.annotations.NullMarked;

/** The planned fleet written down as objects, as a real API server would hold them. */
@NullMarked
package tessera.demo.fleet.write;

import org.jspecify.annotations.NullMarked;

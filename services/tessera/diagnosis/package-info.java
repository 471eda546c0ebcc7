/** Problems of a fleet, from the watched objects alone. */
@NullMarked
package tessera.diagnosis;

import org.jspecify.annotations.NullMarked;

/** Why a pod waits and what is wrong in a fleet, from the watched objects alone. */
@NullMarked
package tessera.diagnosis;

import org.jspecify.annotations.NullMarked;

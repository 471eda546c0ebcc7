/** Reads where MIG instances lie. */
@NullMarked
package tessera.cluster.mig;

import org.jspecify.annotations.NullMarked;

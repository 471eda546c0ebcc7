/** The geometry of MIG: how a GPU can be cut into instances, where they lie, and what no longer fits beside them. */
@NullMarked
package tessera.mig;

import org.jspecify.annotations.NullMarked;

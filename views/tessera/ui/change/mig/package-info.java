/** Drawings of how GPUs are divided, as they are and as they are to be. */
@NullMarked
package tessera.ui.change.mig;

import org.jspecify.annotations.NullMarked;

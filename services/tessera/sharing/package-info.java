/** How GPUs are shared by the NVIDIA device plugin: what its configurations say and what a node offers then. Pure. */
@NullMarked
package tessera.sharing;

import org.jspecify.annotations.NullMarked;

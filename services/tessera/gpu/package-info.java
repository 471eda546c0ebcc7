/** GPUs of a snapshot: what they are, how they are partitioned, who holds them. Pure. */
@NullMarked
package tessera.gpu;

import org.jspecify.annotations.NullMarked;

/** Templates of workloads that use GPUs, filled in with what a cluster offers. Pure. */
@NullMarked
package tessera.launch;

import org.jspecify.annotations.NullMarked;

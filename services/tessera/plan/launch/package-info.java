/** Plans for workloads that are launched, and that are to go again. */
@NullMarked
package tessera.plan.launch;

import org.jspecify.annotations.NullMarked;

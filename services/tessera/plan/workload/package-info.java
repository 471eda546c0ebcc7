/** Plans for pods and for what makes them: what a change brings, and the steps towards it. */
@NullMarked
package tessera.plan.workload;

import org.jspecify.annotations.NullMarked;

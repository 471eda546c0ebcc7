/** The few things that can be done to a cluster, and who does them. */
@NullMarked
package tessera.plan.step;

import org.jspecify.annotations.NullMarked;

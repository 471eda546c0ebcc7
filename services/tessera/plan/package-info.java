/**
 * Changes: planned, rehearsed, shown, done and written down. Whatever changes a cluster is a plan that
 * {@link tessera.plan.PlanRunner} rehearsed first.
 */
@NullMarked
package tessera.plan;

import org.jspecify.annotations.NullMarked;

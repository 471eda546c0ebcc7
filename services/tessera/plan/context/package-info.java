/** What must be known of a cluster before a change of it can be planned. */
@NullMarked
package tessera.plan.context;

import org.jspecify.annotations.NullMarked;

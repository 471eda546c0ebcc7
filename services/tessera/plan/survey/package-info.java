/** What must be known of a cluster before a change of it can be planned. */
@NullMarked
package tessera.plan.survey;

import org.jspecify.annotations.NullMarked;

/** What somebody wants changed, in their own terms and without saying how. */
@NullMarked
package tessera.plan.intent;

import org.jspecify.annotations.NullMarked;

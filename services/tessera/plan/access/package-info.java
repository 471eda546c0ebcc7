/** Plans accounts that the product makes for itself: what they may do is written here and nowhere else. */
@NullMarked
package tessera.plan.access;

import org.jspecify.annotations.NullMarked;

/** How the sharing of GPUs is changed: a plan made of what device plugins are told and what nodes have. */
@NullMarked
package tessera.plan.sharing;

import org.jspecify.annotations.NullMarked;

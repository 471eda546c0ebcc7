/** What one may do oneself, asked of the server before a change is begun and remembered for a while. */
@NullMarked
package tessera.plan.authorization;

import org.jspecify.annotations.NullMarked;

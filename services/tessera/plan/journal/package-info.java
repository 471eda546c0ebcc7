/** What was changed from this machine: a file that only grows. */
@NullMarked
package tessera.plan.journal;

import org.jspecify.annotations.NullMarked;

/** What is to be done and what it will bring, worked out and not yet rehearsed. */
@NullMarked
package tessera.plan.draft;

import org.jspecify.annotations.NullMarked;

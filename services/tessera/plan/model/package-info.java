/** What is to be done and what it will bring, worked out and not yet rehearsed. */
@NullMarked
package tessera.plan.model;

import org.jspecify.annotations.NullMarked;

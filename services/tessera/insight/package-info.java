/** Pure answers about a snapshot: what its GPUs are, who holds them, what is wrong, who waits and why. */
@NullMarked
package tessera.insight;

import org.jspecify.annotations.NullMarked;

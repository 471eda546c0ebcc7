/** What a session knows: changes are folded into it by one thread, and published as snapshots. */
@NullMarked
package tessera.cluster.fleet;

import org.jspecify.annotations.NullMarked;

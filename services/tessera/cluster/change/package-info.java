/** Changes of a cluster, and what must be read to plan them, over the session's one connection. */
@NullMarked
package tessera.cluster.change;

import org.jspecify.annotations.NullMarked;

/** Helm: the real one, as a library, on its way to the cluster through the session's own connection. */
@NullMarked
package tessera.cluster.helm;

import org.jspecify.annotations.NullMarked;

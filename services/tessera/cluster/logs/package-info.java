/** Logs of containers, read from the API server. */
@NullMarked
package tessera.cluster.logs;

import org.jspecify.annotations.NullMarked;

/** A cluster's API server: the connection to it, and the session that follows what it holds. */
@NullMarked
package tessera.cluster;

import org.jspecify.annotations.NullMarked;

/** The way into containers, over the API server. */
@NullMarked
package tessera.cluster.exec;

import org.jspecify.annotations.NullMarked;

/** JSON from the API server, projected into the model while it arrives: what is not kept is never materialised. */
@NullMarked
package tessera.cluster.decode;

import org.jspecify.annotations.NullMarked;

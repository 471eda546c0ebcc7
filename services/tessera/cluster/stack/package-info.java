/** Reads the objects of a GPU stack over the connection of a session. */
@NullMarked
package tessera.cluster.stack;

import org.jspecify.annotations.NullMarked;

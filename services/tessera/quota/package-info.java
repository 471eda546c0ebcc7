/** What namespaces and queues may take of the devices of a cluster, what they have taken, and what is left for them. */
@NullMarked
package tessera.quota;

import org.jspecify.annotations.NullMarked;

/**
 * What the GPU stack of a cluster is and how it stands: the release that installed it, the operator's own word, and for
 * every node the chain of parts that must work one after the other.
 */
@NullMarked
package tessera.stack;

import org.jspecify.annotations.NullMarked;

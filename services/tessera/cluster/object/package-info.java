/** Whole objects of the API: where they are, and how they are read and shown. */
@NullMarked
package tessera.cluster.object;

import org.jspecify.annotations.NullMarked;

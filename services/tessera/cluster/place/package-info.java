/** Reads where MIG instances lie. */
@NullMarked
package tessera.cluster.place;

import org.jspecify.annotations.NullMarked;

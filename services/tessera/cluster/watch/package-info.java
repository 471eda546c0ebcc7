/** Follows collections: lists them, watches them, and comes back after every interruption. */
@NullMarked
package tessera.cluster.watch;

import org.jspecify.annotations.NullMarked;

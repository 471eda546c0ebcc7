/** How fast and how small the connection to a cluster is, beside what else could be used. */
@NullMarked
package tessera.bench;

import org.jspecify.annotations.NullMarked;

/** What exists in a cluster, as immutable values. Knows nothing but the JDK. */
@NullMarked
package tessera.model;

import org.jspecify.annotations.NullMarked;

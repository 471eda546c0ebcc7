/** What Helm notes of a release in the cluster, read without Helm. */
@NullMarked
package tessera.stack.record;

import org.jspecify.annotations.NullMarked;

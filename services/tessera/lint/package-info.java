/** What is wrong with manifests of GPU workloads, told before a cluster has to, and how that is mended. */
@NullMarked
package tessera.lint;

import org.jspecify.annotations.NullMarked;

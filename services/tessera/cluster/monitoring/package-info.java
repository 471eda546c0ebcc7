/** The way to a Prometheus that the user named, which is another server than the cluster. */
@NullMarked
package tessera.cluster.monitoring;

import org.jspecify.annotations.NullMarked;

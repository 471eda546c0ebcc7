/** Finds the Prometheus of a cluster. */
@NullMarked
package tessera.metrics.prometheus.discovery;

import org.jspecify.annotations.NullMarked;

/** Finds the Prometheus of a cluster. */
@NullMarked
package tessera.metrics.prometheus.find;

import org.jspecify.annotations.NullMarked;

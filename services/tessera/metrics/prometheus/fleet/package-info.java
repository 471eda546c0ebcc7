/** Makes readings of devices of what a Prometheus knows. */
@NullMarked
package tessera.metrics.prometheus.fleet;

import org.jspecify.annotations.NullMarked;

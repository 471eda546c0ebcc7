/** Dashboards that were made for Grafana, as far as they ask a Prometheus. Pure. */
@NullMarked
package tessera.metrics.prometheus.grafana;

import org.jspecify.annotations.NullMarked;

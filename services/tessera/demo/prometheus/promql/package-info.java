/** The part of PromQL that the simulated Prometheus evaluates. */
@NullMarked
package tessera.demo.prometheus.promql;

import org.jspecify.annotations.NullMarked;

/** What the rules of a Prometheus find. */
@NullMarked
package tessera.metrics.prometheus.rule;

import org.jspecify.annotations.NullMarked;

/** What a Prometheus answers, as immutable values, and how it is read. */
@NullMarked
package tessera.metrics.prometheus.answer;

import org.jspecify.annotations.NullMarked;

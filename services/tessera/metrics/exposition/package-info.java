/** Metrics as exporters write them: the Prometheus text format 0.0.4 and OpenMetrics 1.0, read as a stream of bytes. */
@NullMarked
package tessera.metrics.exposition;

import org.jspecify.annotations.NullMarked;

/** Asks a Prometheus, wherever it is. */
@NullMarked
package tessera.metrics.prometheus;

import org.jspecify.annotations.NullMarked;

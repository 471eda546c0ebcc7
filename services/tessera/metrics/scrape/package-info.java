/** Reads the exporters of a cluster, each at its own pace, none at the cost of another. */
@NullMarked
package tessera.metrics.scrape;

import org.jspecify.annotations.NullMarked;

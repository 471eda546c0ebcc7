/** What the metrics of the exporters mean: which concept, in which unit, of what. It is data. */
@NullMarked
package tessera.metrics.catalog;

import org.jspecify.annotations.NullMarked;

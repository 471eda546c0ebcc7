/** Queries of Prometheus taken apart, the values they can have, and templates in alerts. */
@NullMarked
package tessera.lint.promql;

import org.jspecify.annotations.NullMarked;

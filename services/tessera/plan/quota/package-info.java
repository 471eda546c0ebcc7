/** Plans for what bounds namespaces: quotas, ranges of limits, and namespaces of teams with both. */
@NullMarked
package tessera.plan.quota;

import org.jspecify.annotations.NullMarked;

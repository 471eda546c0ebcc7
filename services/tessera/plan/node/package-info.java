/** Plans for nodes: taints, labels, cordon, drain, devices of one's own. */
@NullMarked
package tessera.plan.node;

import org.jspecify.annotations.NullMarked;

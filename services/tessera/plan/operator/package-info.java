/** Plans what is wanted of the release that installs the GPU stack. */
@NullMarked
package tessera.plan.operator;

import org.jspecify.annotations.NullMarked;

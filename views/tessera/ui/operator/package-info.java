/** The Operator screen: whether the GPU stack itself is healthy. */
@NullMarked
package tessera.ui.operator;

import org.jspecify.annotations.NullMarked;

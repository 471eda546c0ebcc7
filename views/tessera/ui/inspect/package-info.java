/** The inspector: all there is to know of the node or pod that is selected. */
@NullMarked
package tessera.ui.inspect;

import org.jspecify.annotations.NullMarked;

/** The sharing screen: how each node's GPUs are shared, and the named configurations that say so. */
@NullMarked
package tessera.ui.sharing;

import org.jspecify.annotations.NullMarked;

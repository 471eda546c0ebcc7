/** The nodes screen: per-node allocation as a table. */
@NullMarked
package tessera.ui.nodes;

import org.jspecify.annotations.NullMarked;

/** Files that are copied between this machine and containers: asked for, listed, stopped. */
@NullMarked
package tessera.ui.copy;

import org.jspecify.annotations.NullMarked;

/** Terminals in containers: tabs at the foot of the window. */
@NullMarked
package tessera.ui.terminal;

import org.jspecify.annotations.NullMarked;

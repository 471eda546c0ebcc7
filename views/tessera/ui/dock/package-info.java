/** The foot of the window: tabs of what goes on while the user looks elsewhere. */
@NullMarked
package tessera.ui.dock;

import org.jspecify.annotations.NullMarked;

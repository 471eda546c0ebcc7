/** Logs of containers as they are read in the window: followed, searched, narrowed, saved. */
@NullMarked
package tessera.ui.logs;

import org.jspecify.annotations.NullMarked;

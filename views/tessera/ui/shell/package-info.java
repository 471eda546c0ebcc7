/** The frame every screen lives in: top bar, rail, inspector, status bar, command palette. */
@NullMarked
package tessera.ui.shell;

import org.jspecify.annotations.NullMarked;

/** The window and the wall display. */
@NullMarked
package tessera.app.window;

import org.jspecify.annotations.NullMarked;

/** Logs, crash reports and the watch over a JavaFX thread that hangs. */
@NullMarked
package tessera.app.crash;

import org.jspecify.annotations.NullMarked;

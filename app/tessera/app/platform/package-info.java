/** The machine and its desktop: folders, terminals, notifications, the start of JavaFX. */
@NullMarked
package tessera.app.platform;

import org.jspecify.annotations.NullMarked;

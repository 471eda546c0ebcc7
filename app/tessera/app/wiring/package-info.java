/** The services of the open cluster, put together: session, readings, alerts, changes, settings. */
@NullMarked
package tessera.app.wiring;

import org.jspecify.annotations.NullMarked;

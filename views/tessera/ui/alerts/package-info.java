/** What fires, since when, on what, and what the user makes of it. */
@NullMarked
package tessera.ui.alerts;

import org.jspecify.annotations.NullMarked;

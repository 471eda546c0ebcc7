/** The alert rules for other systems. */
@NullMarked
package tessera.alerts.export;

import org.jspecify.annotations.NullMarked;

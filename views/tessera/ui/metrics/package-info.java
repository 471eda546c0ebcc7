/** What devices did in the last hours: charts over one time axis, and the values under a crosshair. */
@NullMarked
package tessera.ui.metrics;

import org.jspecify.annotations.NullMarked;

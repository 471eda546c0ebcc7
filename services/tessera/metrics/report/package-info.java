/** Makes of the samples of an exporter what they say of devices. */
@NullMarked
package tessera.metrics.report;

import org.jspecify.annotations.NullMarked;

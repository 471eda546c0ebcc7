/** The GPUs screen: what is measured of every device and MIG instance, as a table. */
@NullMarked
package tessera.ui.devices;

import org.jspecify.annotations.NullMarked;

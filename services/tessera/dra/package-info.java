/** Devices that drivers publish for dynamic resource allocation, and how claims on them are met; knows only the model. */
@NullMarked
package tessera.dra;

import org.jspecify.annotations.NullMarked;

/** What exporters measured of devices: immutable values in which what is missing is never a number. */
@NullMarked
package tessera.model.reading;

import org.jspecify.annotations.NullMarked;

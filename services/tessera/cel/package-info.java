/** The part of the Common Expression Language in which rules of custom resources and selectors of devices are usually written. */
@NullMarked
package tessera.cel;

import org.jspecify.annotations.NullMarked;

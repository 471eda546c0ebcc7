/** Reading: single objects, lists page by page, and watches. */
@NullMarked
package tessera.demo.api.read;

import org.jspecify.annotations.NullMarked;

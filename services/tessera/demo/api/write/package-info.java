/** Writing: create, replace, patch and delete, as requests ask for it. */
@NullMarked
package tessera.demo.api.write;

import org.jspecify.annotations.NullMarked;

/** One request to the API server on its way to an answer. */
@NullMarked
package tessera.demo.api.call;

import org.jspecify.annotations.NullMarked;

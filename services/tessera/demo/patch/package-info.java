/** The three kinds of patch that change an object by what the client sends, as a real API server applies them. */
@NullMarked
package tessera.demo.patch;

import org.jspecify.annotations.NullMarked;

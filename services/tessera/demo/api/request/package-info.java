/** What a request to the simulated API server asks for, read from its path, parameters and headers. */
@NullMarked
package tessera.demo.api.request;

import org.jspecify.annotations.NullMarked;

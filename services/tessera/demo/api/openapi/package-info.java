/** The schemas of all kinds as OpenAPI documents: what {@code kubectl explain} and validation read. */
@NullMarked
package tessera.demo.api.openapi;

import org.jspecify.annotations.NullMarked;

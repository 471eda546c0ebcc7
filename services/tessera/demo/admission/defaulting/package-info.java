/** The values a server fills in where a client says nothing, by the kind alone. */
@NullMarked
package tessera.demo.admission.defaulting;

import org.jspecify.annotations.NullMarked;

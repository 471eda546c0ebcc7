/** The whole way of a write, from the decoded body to what is stored, with every rule at its place. */
@NullMarked
package tessera.demo.admission.write;

import org.jspecify.annotations.NullMarked;

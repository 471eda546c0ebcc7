/** Who owns which field: the bookkeeping in {@code managedFields} and server-side apply, which acts by it. */
@NullMarked
package tessera.demo.patch.ownership;

import org.jspecify.annotations.NullMarked;

/** The shape of every kind the simulated server knows: fields, types, and how lists and maps merge. */
@NullMarked
package tessera.demo.patch.schema;

import org.jspecify.annotations.NullMarked;

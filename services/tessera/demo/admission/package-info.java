/** The way of a write: what is decoded, defaulted, admitted, validated and charged before it is stored, and how objects end. */
@NullMarked
package tessera.demo.admission;

import org.jspecify.annotations.NullMarked;

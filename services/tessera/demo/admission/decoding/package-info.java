/** From what a client sends to what the server understands: unknown fields, wrong types, values in their normal form. */
@NullMarked
package tessera.demo.admission.decoding;

import org.jspecify.annotations.NullMarked;

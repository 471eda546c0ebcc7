/** What makes an object invalid, in the words of a real server. */
@NullMarked
package tessera.demo.admission.validation;

import org.jspecify.annotations.NullMarked;

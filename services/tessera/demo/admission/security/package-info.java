/** What the levels of Pod Security keep out of a namespace. */
@NullMarked
package tessera.demo.admission.security;

import org.jspecify.annotations.NullMarked;

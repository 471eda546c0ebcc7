/** Who asks, and what they may do: bearer tokens and role-based access. */
@NullMarked
package tessera.demo.api.auth;

import org.jspecify.annotations.NullMarked;

/** Who asks: tokens, passwords and certificates, where they come from and how they are renewed. */
@NullMarked
package tessera.cluster.credential;

import org.jspecify.annotations.NullMarked;

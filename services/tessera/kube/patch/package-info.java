/** Patches of objects as the API server applies them. */
@NullMarked
package tessera.kube.patch;

import org.jspecify.annotations.NullMarked;

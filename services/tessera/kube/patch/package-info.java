/** Patches of objects as the API server applies them, and differences of their texts. */
@NullMarked
package tessera.kube.patch;

import org.jspecify.annotations.NullMarked;

/** Rules of PodDisruptionBudgets: how many pods stay, and which evictions are allowed. */
@NullMarked
package tessera.kube.disruption;

import org.jspecify.annotations.NullMarked;

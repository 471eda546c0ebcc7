/** Quantities of the Kubernetes API, and amounts of resources in the scheduler's units. */
@NullMarked
package tessera.kube.quantity;

import org.jspecify.annotations.NullMarked;

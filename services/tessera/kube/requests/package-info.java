/** The rule by which a pod's resources follow from its containers, its overhead and its status. */
@NullMarked
package tessera.kube.requests;

import org.jspecify.annotations.NullMarked;

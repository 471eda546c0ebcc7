/** The kinds of the Kubernetes API with their fields, types and the values that fields may have. */
@NullMarked
package tessera.kube.schema;

import org.jspecify.annotations.NullMarked;

/** Kubeconfig files, read as kubectl reads them and never written. */
@NullMarked
package tessera.cluster.kubeconfig;

import org.jspecify.annotations.NullMarked;

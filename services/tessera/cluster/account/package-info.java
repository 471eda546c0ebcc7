/** Kubeconfigs for accounts of a cluster. */
@NullMarked
package tessera.cluster.account;

import org.jspecify.annotations.NullMarked;

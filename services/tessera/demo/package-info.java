/** A cluster that looks real from outside: a port, a kubeconfig, GPUs, teams and troubles. */
@NullMarked
package tessera.demo;

import org.jspecify.annotations.NullMarked;

/** The controllers, scheduler and kubelets of the simulated cluster, on one thread: what makes it answer like one that runs. */
@NullMarked
package tessera.demo.control;

import org.jspecify.annotations.NullMarked;

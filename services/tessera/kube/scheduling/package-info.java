/** Rules of the scheduler: what a pod demands of nodes and of other pods, and the words of kube-scheduler. */
@NullMarked
package tessera.kube.scheduling;

import org.jspecify.annotations.NullMarked;

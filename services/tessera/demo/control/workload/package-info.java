/** Controllers that make pods, or see to it that others do: ReplicaSets, Deployments, StatefulSets, DaemonSets, Jobs. */
@NullMarked
package tessera.demo.control.workload;

import org.jspecify.annotations.NullMarked;

package tessera.kube.scheduling;

import tessera.kube.labels.LabelSelector;

/**
 * A PodDisruptionBudget as preemption respects it.
 *
 * @param pods    that it protects
 * @param allowed how many of them may be evicted now
 */
public record PodEvictionBudget(String namespace, LabelSelector pods, int allowed) {

    /** Returns whether preemption spares a pod for it; an empty selector selects nobody here. */
    boolean protectsPod(PodOnNode pod) {
        return namespace.equals(pod.namespace()) && !pod.labels().isEmpty() && !pods.requirements().isEmpty()
                && pods.matches(pod.labels());
    }
}

package tessera.kube.scheduling;

import tessera.kube.labels.LabelSelector;

/**
 * A PodDisruptionBudget as preemption respects it.
 *
 * @param pods    that it protects
 * @param allowed how many of them may be evicted now
 */
public record PodEvictionBudget(String namespace, LabelSelector pods, int allowed) {

    boolean protectsPod(PodOnNode pod) {
        return namespace.equals(pod.namespace()) && pods.matches(pod.labels());
    }
}

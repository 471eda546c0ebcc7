package tessera.plan.context;

import tessera.kube.labels.LabelSelector;
import tessera.model.PodSummary;

/**
 * A disruption budget with the number of pods that may be evicted at present.
 *
 * @param selector which labels its pods have
 * @param allowed how many may go now
 * @param requirementText   what it demands, e.g. “at least 2 ready, 2 are”
 */
public record DisruptionBudgetStatus(String namespace, String name, LabelSelector selector, int allowed,
        String requirementText) {

    public boolean coversPod(PodSummary pod) {
        return pod.namespace().equals(namespace) && selector.matches(pod.labels());
    }
}

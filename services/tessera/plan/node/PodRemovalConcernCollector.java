package tessera.plan.node;

import java.util.Set;
import tessera.model.PodSummary;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodRemovalConcern;

/** Collects the concerns to weigh before a pod ends. */
final class PodRemovalConcernCollector {

    private PodRemovalConcernCollector() {}

    static Set<PodRemovalConcern> concernsOf(PodSummary pod, PodPlanningDetails detail, long accelerators) {
        var concerns = PodEffect.workConcerns(pod, accelerators);
        // Only the kubelet makes a node the owner of a pod.
        if (detail.fromFile() || pod.owner().kind().equals("Node")) {
            concerns.add(PodRemovalConcern.STATIC);
        } else if (!pod.owner().exists() || detail.orphaned()) {
            concerns.add(PodRemovalConcern.UNMANAGED);
        } else if (WorkloadKind.DAEMON_SET.isKindOf(pod.owner())) {
            concerns.add(PodRemovalConcern.DAEMON_SET);
        }
        if (!detail.emptyDirs().isEmpty() && !pod.node().isEmpty()) {
            concerns.add(PodRemovalConcern.LOCAL_DATA);
        }
        return concerns;
    }
}

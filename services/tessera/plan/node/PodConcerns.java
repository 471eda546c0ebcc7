package tessera.plan.node;

import java.util.Set;
import tessera.model.PodFacts;
import tessera.plan.context.PodDetail;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Concern;

/** Collects the concerns to weigh before a pod ends. */
final class PodConcerns {

    private PodConcerns() {}

    static Set<Concern> concernsOf(PodFacts pod, PodDetail detail, long accelerators) {
        var concerns = PodEffect.workConcerns(pod, accelerators);
        // Only the kubelet makes a node the owner of a pod.
        if (detail.fromFile() || pod.owner().kind().equals("Node")) {
            concerns.add(Concern.STATIC);
        } else if (!pod.owner().exists()) {
            concerns.add(Concern.UNMANAGED);
        }
        if (pod.owner().kind().equals("DaemonSet")) {
            concerns.add(Concern.DAEMON_SET);
        }
        if (!detail.emptyDirs().isEmpty() && !pod.node().isEmpty()) {
            concerns.add(Concern.LOCAL_DATA);
        }
        return concerns;
    }
}

package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Proposes changes of pod affinity, anti-affinity and host ports where no node satisfies them. */
record PodAffinityRemedyFinder(PodSchedulingSpec podSpec, List<NodeFitResult> nodes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodAffinityRemedyFinder.class);

    /** Returns whether the failure is about the pods on a node, and not about its free capacity. */
    static boolean isAboutNeighbours(PredictedNodeFilterFailure failure) {
        return failure.isOf(SchedulerPlugin.NODE_PORTS) || failure.isOf(SchedulerPlugin.VOLUME_RESTRICTIONS)
                || isAboutCompany(failure);
    }

    private static boolean isAboutCompany(PredictedNodeFilterFailure failure) {
        return failure.isOf(SchedulerPlugin.POD_TOPOLOGY_SPREAD) || failure.isOf(SchedulerPlugin.INTER_POD_AFFINITY);
    }

    List<SchedulingRemedy> remedies() {
        var found = new ArrayList<SchedulingRemedy>();
        var near = nodes.stream().filter(node -> node.status() == NodeFitStatus.FULL).toList();
        if (!near.isEmpty() && near.stream().allMatch(
                node -> node.failures().stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.NODE_PORTS)))) {
            found.add(new SchedulingRemedy(MESSAGES.text("remedy.hostPort"), "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        if (near.stream()
                .allMatch(node -> node.failures().stream().anyMatch(PodAffinityRemedyFinder::isAboutCompany))) {
            near.stream().min(Comparator.comparingInt(node -> node.failures().size()))
                    .flatMap(node -> node.failures().stream().filter(PodAffinityRemedyFinder::isAboutCompany)
                            .findFirst())
                    .filter(failure -> failure.isOf(SchedulerPlugin.POD_TOPOLOGY_SPREAD)
                            || !podSpec.affinity().isEmpty() || !podSpec.antiAffinity().isEmpty())
                    .map(failure -> failure.isOf(SchedulerPlugin.POD_TOPOLOGY_SPREAD)
                            ? MESSAGES.text("remedy.topologySpread")
                            : MESSAGES.text("remedy.podAffinity"))
                    .ifPresent(text -> found.add(
                            new SchedulingRemedy(text, "", new SchedulingRemedyChange.ChangeResourceRequestAction())));
        }
        return List.copyOf(found);
    }
}

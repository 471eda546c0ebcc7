package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Proposes changes of pod affinity, anti-affinity and host ports where no node satisfies them. */
record PodAffinityRemedyFinder(PodSchedulingSpec podSpec, List<NodeFitResult> nodes) {

    private static final Set<SchedulerFilterKind> COMPANY = EnumSet.of(SchedulerFilterKind.SPREAD,
            SchedulerFilterKind.COMPANY);

    /** Returns whether the failure is about the pods on a node, and not about its free capacity. */
    static boolean isAboutNeighbours(PredictedNodeFilterFailure failure) {
        return failure.check() == SchedulerFilterKind.PORTS || COMPANY.contains(failure.check());
    }

    List<SchedulingRemedy> remedies() {
        var found = new ArrayList<SchedulingRemedy>();
        var near = nodes.stream().filter(node -> node.status() == NodeFitStatus.FULL).toList();
        if (!near.isEmpty() && near.stream().allMatch(node -> node.failures().stream()
                .anyMatch(failure -> failure.check() == SchedulerFilterKind.PORTS))) {
            found.add(new SchedulingRemedy("Have the pods take another port of the node (hostPort), or none", "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        if (near.stream().allMatch(node -> node.failures().stream()
                .anyMatch(failure -> COMPANY.contains(failure.check())))) {
            near.stream().min(Comparator.comparingInt(node -> node.failures().size()))
                    .flatMap(node -> node.failures().stream().filter(failure -> COMPANY.contains(failure.check()))
                            .findFirst())
                    .filter(failure -> failure.check() == SchedulerFilterKind.SPREAD || !podSpec.affinity().isEmpty()
                            || !podSpec.antiAffinity().isEmpty())
                    .map(failure -> failure.check() == SchedulerFilterKind.SPREAD
                            ? "Have the pods be spread less evenly (maxSkew, or whenUnsatisfiable: ScheduleAnyway)"
                            : "Have the pods say otherwise whom they want near them, or away from them (podAffinity, podAntiAffinity)")
                    .ifPresent(
                            text -> found.add(new SchedulingRemedy(text, "",
                                    new SchedulingRemedyChange.ChangeResourceRequestAction())));
        }
        return List.copyOf(found);
    }
}

package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.scheduling.NodeFit.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Proposes changes of pod affinity, anti-affinity and host ports where no node satisfies them. */
record NeighbourRemedies(PodSchedulingSpec podSpec, List<NodeFit> nodes) {

    private static final Set<FilterCheck> COMPANY = EnumSet.of(FilterCheck.SPREAD, FilterCheck.COMPANY);

    /** Returns whether the failure is about the pods on a node, and not about its free capacity. */
    static boolean isAboutNeighbours(FilterFailure failure) {
        return failure.check() == FilterCheck.PORTS || COMPANY.contains(failure.check());
    }

    List<RemedySuggestion> remedies() {
        var found = new ArrayList<RemedySuggestion>();
        var near = nodes.stream().filter(node -> node.status() == NodeFitStatus.FULL).toList();
        if (!near.isEmpty() && near.stream().allMatch(node -> node.failures().stream()
                .anyMatch(failure -> failure.check() == FilterCheck.PORTS))) {
            found.add(new RemedySuggestion("Have the pods take another port of the node (hostPort), or none", "",
                    new RemedyAction.ChangeRequestAction()));
        }
        if (near.stream().allMatch(node -> node.failures().stream()
                .anyMatch(failure -> COMPANY.contains(failure.check())))) {
            near.stream().min(Comparator.comparingInt(node -> node.failures().size()))
                    .flatMap(node -> node.failures().stream().filter(failure -> COMPANY.contains(failure.check()))
                            .findFirst())
                    .filter(failure -> failure.check() == FilterCheck.SPREAD || !podSpec.affinity().isEmpty()
                            || !podSpec.antiAffinity().isEmpty())
                    .map(failure -> failure.check() == FilterCheck.SPREAD
                            ? "Have the pods be spread less evenly (maxSkew, or whenUnsatisfiable: ScheduleAnyway)"
                            : "Have the pods say otherwise whom they want near them, or away from them (podAffinity, podAntiAffinity)")
                    .ifPresent(
                            text -> found.add(new RemedySuggestion(text, "", new RemedyAction.ChangeRequestAction())));
        }
        return List.copyOf(found);
    }
}

package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.scheduling.NodeFit.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/** What a pod could say otherwise of its neighbours where no node has those that it wants, or lacks those that it does not. */
record NeighbourAdvice(PodSchedulingSpec wish, List<NodeFit> nodes) {

    private static final Set<FilterCheck> COMPANY = EnumSet.of(FilterCheck.SPREAD, FilterCheck.COMPANY);

    /** Whether it is about the pods that are on a node, and not about how much room they leave. */
    static boolean concerned(FilterFailure objection) {
        return objection.check() == FilterCheck.PORTS || COMPANY.contains(objection.check());
    }

    List<RemedySuggestion> all() {
        var found = new ArrayList<RemedySuggestion>();
        var near = nodes.stream().filter(node -> node.standing() == NodeFitStatus.FULL).toList();
        if (!near.isEmpty() && near.stream().allMatch(node -> node.objections().stream()
                .anyMatch(each -> each.check() == FilterCheck.PORTS))) {
            found.add(new RemedySuggestion("Have the pods take another port of the node (hostPort), or none", "",
                    new PodRemedy.ChangeRequest()));
        }
        if (near.stream().allMatch(node -> node.objections().stream()
                .anyMatch(each -> COMPANY.contains(each.check())))) {
            near.stream().min(Comparator.comparingInt(node -> node.objections().size()))
                    .flatMap(node -> node.objections().stream().filter(each -> COMPANY.contains(each.check()))
                            .findFirst())
                    .filter(each -> each.check() == FilterCheck.SPREAD || !wish.affinity().isEmpty()
                            || !wish.aversion().isEmpty())
                    .map(each -> each.check() == FilterCheck.SPREAD
                            ? "Have the pods be spread less evenly (maxSkew, or whenUnsatisfiable: ScheduleAnyway)"
                            : "Have the pods say otherwise whom they want near them, or away from them (podAffinity, podAntiAffinity)")
                    .ifPresent(words -> found.add(new RemedySuggestion(words, "", new PodRemedy.ChangeRequest())));
        }
        return List.copyOf(found);
    }
}

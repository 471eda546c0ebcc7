package tessera.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.fit.NodeFit.Standing;
import tessera.fit.wish.PodWish;

/** What a pod could say otherwise of its neighbours where no node has those that it wants, or lacks those that it does not. */
record NeighbourAdvice(PodWish wish, List<NodeFit> nodes) {

    private static final Set<Check> COMPANY = EnumSet.of(Check.SPREAD, Check.COMPANY);

    /** Whether it is about the pods that are on a node, and not about how much room they leave. */
    static boolean concerned(Objection objection) {
        return objection.check() == Check.PORTS || COMPANY.contains(objection.check());
    }

    List<Suggestion> all() {
        var found = new ArrayList<Suggestion>();
        var near = nodes.stream().filter(node -> node.standing() == Standing.FULL).toList();
        if (!near.isEmpty() && near.stream().allMatch(node -> node.objections().stream()
                .anyMatch(each -> each.check() == Check.PORTS))) {
            found.add(new Suggestion("Have the pods take another port of the node (hostPort), or none", "",
                    new Remedy.Ask()));
        }
        if (near.stream().allMatch(node -> node.objections().stream()
                .anyMatch(each -> COMPANY.contains(each.check())))) {
            near.stream().min(Comparator.comparingInt(node -> node.objections().size()))
                    .flatMap(node -> node.objections().stream().filter(each -> COMPANY.contains(each.check()))
                            .findFirst())
                    .filter(each -> each.check() == Check.SPREAD || !wish.affinity().isEmpty()
                            || !wish.aversion().isEmpty())
                    .map(each -> each.check() == Check.SPREAD
                            ? "Have the pods be spread less evenly (maxSkew, or whenUnsatisfiable: ScheduleAnyway)"
                            : "Have the pods say otherwise whom they want near them, or away from them (podAffinity, podAntiAffinity)")
                    .ifPresent(words -> found.add(new Suggestion(words, "", new Remedy.Ask())));
        }
        return List.copyOf(found);
    }
}

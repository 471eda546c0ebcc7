package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.LabelRequirement;
import tessera.model.Plurals;
import tessera.scheduling.UnsatisfiableRequests.UnmetDemand;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Conditions on labels each of which some node meets, and no node all. */
record ConflictingSelectors(PodSchedulingSpec wish, List<SchedulerNode> rooms) {

    private static final int LISTED = 4;

    /** @param nodes that have all that is wanted, and meet all conditions but one */
    private record Without(LabelRequirement out, List<String> nodes) {}

    /** Empty where there are not several. */
    Optional<UnmetDemand> demand() {
        var needs = wish.nodeRule().needed();
        return needs.size() < 2 ? Optional.empty()
                : Optional.of(new UnmetDemand("No node has all that it selects: "
                        + needs.stream().map(need -> holders(need) + " " + need.words())
                                .collect(Collectors.joining(", ")),
                        relaxed(needs)));
    }

    private String holders(LabelRequirement need) {
        long count = rooms.stream().filter(room -> need.holds(room.facts().labels())).count();
        return Plurals.of(count, "node") + (count == 1 ? " has" : " have");
    }

    /** Without which of them most nodes would do. */
    private String relaxed(List<LabelRequirement> needs) {
        return needs.stream().map(out -> new Without(out, able(needs, out))).filter(each -> !each.nodes().isEmpty())
                .max(Comparator.comparingInt(each -> each.nodes().size()))
                .map(each -> "Do without %s, if it may be: %s %s what it wants and the rest of what it selects"
                        .formatted(
                                each.out().words(), each.nodes().size() <= LISTED ? String.join(", ", each.nodes())
                                        : each.nodes().size() + " nodes",
                                each.nodes().size() == 1 ? "has" : "have"))
                .orElse("");
    }

    private List<String> able(List<LabelRequirement> needs, LabelRequirement out) {
        return rooms.stream().filter(room -> needs.stream().allMatch(need -> need.equals(out)
                || need.holds(room.facts().labels())))
                .filter(room -> wish.requests().names().stream().allMatch(
                        name -> room.allocatable(name) >= wish.requests().get(name)))
                .map(SchedulerNode::name).toList();
    }
}

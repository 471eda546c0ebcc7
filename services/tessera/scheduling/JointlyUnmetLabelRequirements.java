package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.kube.labels.LabelRequirement;
import tessera.model.CountedNounFormatter;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Label requirements each of which some node meets, but no node meets all. */
record JointlyUnmetLabelRequirements(PodSchedulingSpec podSpec, List<SchedulerNode> nodes) {

    private static final int LISTED = 4;

    /** @param nodes that have all that is wanted, and meet all conditions but one */
    private record NodeSelectorRelaxation(LabelRequirement removed, List<String> nodes) {}

    /** Returns the unmet request; empty where there are fewer than two requirements. */
    Optional<UnmetRequest> unmetRequest() {
        var requirements = podSpec.nodeAffinity().commonRequirements();
        if (requirements.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new UnmetRequest("No node has all that it selects: "
                + requirements.stream()
                        .map(requirement -> matchingCountText(requirement) + " " + requirement.selectorText())
                        .collect(Collectors.joining(", ")),
                relaxationText(requirements)));
    }

    private String matchingCountText(LabelRequirement requirement) {
        long count = nodes.stream()
                .filter(schedulerNode -> requirement.matchesLabels(schedulerNode.nodeSummary().labels()))
                .count();
        return CountedNounFormatter.countText(count, "node") + (count == 1 ? " has" : " have");
    }

    /** Returns the requirement without which most nodes would match, as a proposal. */
    private String relaxationText(List<LabelRequirement> requirements) {
        return requirements.stream().map(out -> new NodeSelectorRelaxation(out, nodesWithout(requirements, out)))
                .filter(without -> !without.nodes().isEmpty())
                .max(Comparator.comparingInt(without -> without.nodes().size()))
                .map(without -> "Do without %s, if it may be: %s %s what it wants and the rest of what it selects"
                        .formatted(
                                without.removed().selectorText(),
                                without.nodes().size() <= LISTED ? String.join(", ", without.nodes())
                                        : without.nodes().size() + " nodes",
                                without.nodes().size() == 1 ? "has" : "have"))
                .orElse("");
    }

    private List<String> nodesWithout(List<LabelRequirement> requirements, LabelRequirement out) {
        return nodes.stream()
                .filter(schedulerNode -> meetsAllBut(schedulerNode, requirements, out))
                .filter(this::offersRequestedAmounts)
                .map(SchedulerNode::name).toList();
    }

    private static boolean meetsAllBut(SchedulerNode schedulerNode, List<LabelRequirement> requirements,
            LabelRequirement out) {
        return requirements.stream().allMatch(requirement -> requirement.equals(out)
                || requirement.matchesLabels(schedulerNode.nodeSummary().labels()));
    }

    private boolean offersRequestedAmounts(SchedulerNode schedulerNode) {
        return podSpec.requests().names().stream().allMatch(
                name -> schedulerNode.allocatable(name) >= podSpec.requests().get(name));
    }
}

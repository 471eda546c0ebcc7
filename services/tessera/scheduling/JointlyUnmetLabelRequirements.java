package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.kube.labels.LabelRequirement;
import tessera.scheduling.PendingReasonPhrase.SelectorMatchCount;
import tessera.scheduling.PendingReasonPhrase.SelectorRelaxation;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Label requirements each of which some node meets, but no node meets all. */
record JointlyUnmetLabelRequirements(PodSchedulingSpec podSpec, List<SchedulerNode> nodes) {

    /** Returns the reason; empty where there are fewer than two requirements. */
    Optional<PendingReason> reason() {
        var requirements = podSpec.nodeAffinity().commonRequirements();
        if (requirements.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new PendingReason.SelectorsUnmetTogether(
                requirements.stream().map(this::matchCount).toList(), bestRelaxation(requirements)));
    }

    private SelectorMatchCount matchCount(LabelRequirement requirement) {
        return new SelectorMatchCount(requirement.selectorText(), nodes.stream()
                .filter(schedulerNode -> requirement.matchesLabels(schedulerNode.nodeSummary().labels())).count());
    }

    /** Returns the requirement without which most nodes would match, as a proposal. */
    private Optional<SelectorRelaxation> bestRelaxation(List<LabelRequirement> requirements) {
        return requirements.stream()
                .map(out -> new SelectorRelaxation(out.selectorText(), nodesWithout(requirements, out)))
                .filter(without -> !without.nodes().isEmpty())
                .max(Comparator.comparingInt(without -> without.nodes().size()));
    }

    private List<String> nodesWithout(List<LabelRequirement> requirements, LabelRequirement out) {
        return nodes.stream().filter(schedulerNode -> meetsAllBut(schedulerNode, requirements, out))
                .filter(this::offersRequestedAmounts).map(SchedulerNode::name).toList();
    }

    private static boolean meetsAllBut(SchedulerNode schedulerNode, List<LabelRequirement> requirements,
            LabelRequirement out) {
        return requirements.stream().allMatch(requirement -> requirement.equals(out)
                || requirement.matchesLabels(schedulerNode.nodeSummary().labels()));
    }

    private boolean offersRequestedAmounts(SchedulerNode schedulerNode) {
        return podSpec.requests().names().stream()
                .allMatch(name -> schedulerNode.allocatable(name) >= podSpec.requests().get(name));
    }
}

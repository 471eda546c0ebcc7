package tessera.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.gpu.health.CordonOwner;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;

/**
 * The blockers that keep a pod off a node that is large enough for it.
 *
 * @param cordoned whether the node takes no new pods at all
 * @param cordonOwner       who cordoned it on purpose; empty where the node does not tell
 * @param lacksDevices   whether the machine has devices that it does not offer for the time being, and that the pod wants
 * @param taints   that the pod does not tolerate
 */
public record PodNodeBlockers(boolean cordoned, String cordonOwner, boolean lacksDevices, List<Taint> taints) {

    private static final int LISTED = 3;
    private static final String LATENT = "not offering all devices of the machine";
    private static final String CORDONED = Taint.UNSCHEDULABLE.nodeProblemText().orElseThrow();

    public PodNodeBlockers {
        taints = List.copyOf(taints);
    }

    /** Returns what closes a node to a pod for which it is large enough when empty; nothing where it is open. */
    static PodNodeBlockers of(NodeFitResult node) {
        var failures = node.failures();
        return new PodNodeBlockers(
                failures.stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.NODE_UNSCHEDULABLE)),
                CordonOwnerCatalog.standard().findOwner(node.nodeSummary()).map(CordonOwner::name).orElse(""),
                failures.stream().anyMatch(PredictedNodeFilterFailure::isWithheldDevice),
                failures.stream().flatMap(failure -> failure.taint().stream()).toList());
    }

    /** Returns whether one of the blockers may pass by itself, whatever the others are. */
    boolean hasTemporaryPart() {
        return !temporaryTexts().isEmpty();
    }

    /** Returns whether all blockers may pass by themselves: a cordon, unhealthy devices, or taints that the cluster removes again. */
    public boolean isTemporary() {
        return taints.stream().allMatch(taint -> troubleText(taint).isPresent());
    }

    private Set<String> temporaryTexts() {
        var words = new LinkedHashSet<String>();
        if (cordoned) {
            words.add(cordonOwner.isEmpty() ? CORDONED : CORDONED + " by " + cordonOwner);
        }
        if (lacksDevices) {
            words.add(LATENT);
        }
        taints.stream().flatMap(taint -> troubleText(taint).stream())
                .filter(problemText -> !cordoned || cordonOwner.isEmpty() || !problemText.endsWith(" " + cordonOwner))
                .forEach(words::add);
        return words;
    }

    /** Returns the text for a taint that its owner removes again; empty for any other taint. */
    static Optional<String> troubleText(Taint taint) {
        return taint.nodeProblemText().or(
                () -> closingOwnerText(taint));
    }

    private static Optional<String> closingOwnerText(Taint taint) {
        return CordonOwnerCatalog.standard().findOwner(taint).map(owner -> "closed by " + owner.name());
    }

    private Set<String> lastingTaints() {
        return taints.stream().filter(taint -> troubleText(taint).isEmpty()).map(Taint::toString)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the sentence about nodes that are all closed to a pod. */
    public static String blockersText(List<PodNodeBlockers> nodes) {
        var troubles = new LinkedHashMap<String, Integer>();
        var taints = new LinkedHashMap<String, Integer>();
        for (var node : nodes) {
            node.temporaryTexts().forEach(text -> troubles.merge(text, 1, Integer::sum));
            node.lastingTaints().forEach(text -> taints.merge(text, 1, Integer::sum));
        }
        var parts = new ArrayList<String>();
        sortByCount(troubles).forEach(each -> parts
                .add(nodesText(each.getValue()) + (each.getValue() == 1 ? " is " : " are ") + each.getKey()));
        if (!taints.isEmpty()) {
            // What closes most of the nodes is what one has to know first.
            parts.add(largestCount(taints) > largestCount(troubles) ? 0 : parts.size(),
                    sortByCount(taints).stream().limit(LISTED)
                            .map(each -> "%s on %s".formatted(each.getKey(), nodesText(each.getValue())))
                            .collect(Collectors.joining(", ", "it does not tolerate ", "")));
        }
        return (nodes.stream().anyMatch(PodNodeBlockers::isTemporary) ? "No node that could take it is open now: "
                : "It is kept out of every node that could take it: ") + String.join("; ", parts);
    }

    private static List<Map.Entry<String, Integer>> sortByCount(Map<String, Integer> counts) {
        return counts.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()
                .thenComparing(Map.Entry.comparingByKey())).toList();
    }

    private static int largestCount(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private static String nodesText(int nodes) {
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }
}

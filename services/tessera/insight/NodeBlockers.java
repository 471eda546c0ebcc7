package tessera.insight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.insight.node.CordonOwner;
import tessera.insight.node.CordonOwners;
import tessera.model.NodeFacts;
import tessera.model.ResourceAmounts;
import tessera.model.Taint;
import tessera.model.Toleration;

/**
 * What keeps a pod out of a node that could take it otherwise.
 *
 * @param cordoned whether the node takes no new pods at all
 * @param by       who cordoned it on purpose; empty where the node does not tell
 * @param latent   whether the machine has devices that it does not offer for the time being, and that the pod wants
 * @param taints   that the pod does not tolerate
 */
public record NodeBlockers(boolean cordoned, String by, boolean latent, List<Taint> taints) {

    private static final int LISTED = 3;
    private static final String LATENT = "not offering all devices of the machine";
    private static final String CORDONED = Taint.UNSCHEDULABLE.trouble().orElseThrow();

    public NodeBlockers {
        taints = List.copyOf(taints);
    }

    /** What of a node keeps out who tolerates so much and wants so much; empty where nothing does. */
    static Optional<NodeBlockers> of(NodeFacts node, List<Toleration> tolerations, ResourceAmounts wanted) {
        boolean cordoned = node.unschedulable() && !Toleration.any(tolerations, Taint.UNSCHEDULABLE);
        var by = cordoned ? CordonOwners.standard().of(node).map(CordonOwner::name).orElse("") : "";
        boolean latent = wanted.names().stream()
                .anyMatch(name -> UnadvertisedDevices.lacks(node, name, wanted.get(name)));
        var taints = Taint.repelling(node.taints(), tolerations);
        return cordoned || latent || !taints.isEmpty() ? Optional.of(new NodeBlockers(cordoned, by, latent, taints))
                : Optional.empty();
    }

    /** Whether it is like that for now only: the node is cordoned or not well, or the cluster itself closed it over a trouble. */
    public boolean passing() {
        return taints.stream().allMatch(taint -> trouble(taint).isPresent());
    }

    private Set<String> troubles() {
        var words = new LinkedHashSet<String>();
        if (cordoned) {
            words.add(by.isEmpty() ? CORDONED : CORDONED + " by " + by);
        }
        if (latent) {
            words.add(LATENT);
        }
        taints.stream().flatMap(taint -> trouble(taint).stream())
                .filter(trouble -> !cordoned || by.isEmpty() || !trouble.endsWith(" " + by)).forEach(words::add);
        return words;
    }

    /** What a taint is about that whoever set it takes away again; empty for any other. */
    static Optional<String> trouble(Taint taint) {
        return taint.trouble().or(
                () -> CordonOwners.standard().of(taint).map(owner -> "closed by " + owner.name()));
    }

    private Set<String> lasting() {
        return taints.stream().filter(taint -> trouble(taint).isEmpty()).map(Taint::toString)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Why a pod is on none of the nodes that could take it, each of which something keeps it out of. */
    public static String sentence(List<NodeBlockers> nodes) {
        var troubles = new LinkedHashMap<String, Integer>();
        var taints = new LinkedHashMap<String, Integer>();
        for (var node : nodes) {
            node.troubles().forEach(words -> troubles.merge(words, 1, Integer::sum));
            node.lasting().forEach(words -> taints.merge(words, 1, Integer::sum));
        }
        var parts = new ArrayList<String>();
        most(troubles).forEach(each -> parts
                .add(count(each.getValue()) + (each.getValue() == 1 ? " is " : " are ") + each.getKey()));
        if (!taints.isEmpty()) {
            // What closes most of the nodes is what one has to know first.
            parts.add(widest(taints) > widest(troubles) ? 0 : parts.size(), most(taints).stream().limit(LISTED)
                    .map(each -> "%s on %s".formatted(each.getKey(), count(each.getValue())))
                    .collect(Collectors.joining(", ", "it does not tolerate ", "")));
        }
        return (nodes.stream().anyMatch(NodeBlockers::passing) ? "No node that could take it is open now: "
                : "It is kept out of every node that could take it: ") + String.join("; ", parts);
    }

    private static List<Map.Entry<String, Integer>> most(Map<String, Integer> counts) {
        return counts.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()
                .thenComparing(Map.Entry.comparingByKey())).toList();
    }

    private static int widest(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private static String count(int nodes) {
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }
}

package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A scheduler written a second time, from the rules of kube-scheduler and the recordings of a real one: slow, plain, and
 * without a line of the product's. It counts everything anew for every node.
 */
final class NaiveScheduler {

    private static final String NOT_HELPFUL = "Preemption is not helpful for scheduling";
    private static final String NO_VICTIMS = "No preemption victims found for incoming pod";
    /** Reasons that go when pods go; of shortages only those that an empty node would not have. */
    private static final Set<String> RESOLVABLE = Set.of("Too many pods",
            "node(s) didn't have free ports for the requested pod ports",
            "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode",
            "node(s) didn't match pod topology spread constraints", "node(s) didn't match pod anti-affinity rules",
            "node(s) didn't satisfy existing pods anti-affinity rules");

    private final List<JsonNode> nodes;
    private final NaivePodRules rules;
    private final NaiveVolumeRules volumes;
    private final List<JsonNode> budgets;
    private final Map<String, List<JsonNode>> bound = new HashMap<>();
    private final List<JsonNode> nominated = new ArrayList<>();

    /** What would become of a node's pods: empty lists where nobody has to go. */
    record Eviction(String node, List<String> victims, int violations, int highestPriority) {}

    NaiveScheduler(RandomSchedulingCluster cluster) {
        nodes = List.copyOf(cluster.nodes());
        rules = new NaivePodRules(cluster);
        volumes = new NaiveVolumeRules(cluster, rules);
        budgets = cluster.objects("poddisruptionbudgets");
        for (var pod : cluster.pods()) {
            var phase = pod.at("/status/phase").asText();
            var node = pod.at("/spec/nodeName").asText();
            if (phase.equals("Succeeded") || phase.equals("Failed")) {
                continue;
            }
            if (node.isEmpty()) {
                nominated.add(pod);
            } else {
                bound.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod);
            }
        }
    }

    private Map<String, List<JsonNode>> placed() {
        var copy = new HashMap<String, List<JsonNode>>();
        nodes.forEach(node -> copy.put(name(node), new ArrayList<>(bound.getOrDefault(name(node), List.of()))));
        return copy;
    }

    private Optional<String> refusal(JsonNode pod) {
        return rules.refusal(pod).or(() -> volumes.refusal(pod));
    }

    /** The scheduler's reasons on each node, by name; empty where nodes are not looked at. */
    Map<String, List<String>> reasons(JsonNode pod) {
        var all = new LinkedHashMap<String, List<String>>();
        if (refusal(pod).isEmpty()) {
            nodes.forEach(node -> all.put(name(node), reasonsOn(pod, node, placed())));
        }
        return all;
    }

    /** The message of a pod that finds no node; empty where it finds one. */
    String message(JsonNode pod) {
        if (!pod.at("/spec/schedulingGates").isEmpty()) {
            return "Scheduling is blocked due to non-empty scheduling gates";
        }
        if (nodes.isEmpty()) {
            return "no nodes available to schedule pods";
        }
        var refusal = refusal(pod);
        if (refusal.isPresent()) {
            return "0/%d nodes are available: %s. not found".formatted(nodes.size(), refusal.get());
        }
        var reasons = reasons(pod);
        if (reasons.values().stream().anyMatch(List::isEmpty)) {
            return "";
        }
        var preemption = preemption(pod, reasons);
        return counted(reasons.values().stream().toList())
                + (preemption.isEmpty() ? "" : " no new claims to deallocate, preemption: " + preemption);
    }

    private String counted(List<List<String>> reasons) {
        var counts = new TreeMap<String, Integer>();
        reasons.forEach(each -> each.forEach(reason -> counts.merge(reason, 1, Integer::sum)));
        return "0/%d nodes are available: %s.".formatted(nodes.size(), counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey()).sorted().collect(Collectors.joining(", ")));
    }

    /** Why nobody can be evicted; empty where somebody can. */
    private String preemption(JsonNode pod, Map<String, List<String>> reasons) {
        if (pod.at("/spec/preemptionPolicy").asText().equals("Never")) {
            return "not eligible due to preemptionPolicy=Never.";
        }
        var cleared = pod.at("/status/nominatedNodeName").asText();
        if (reasons.containsKey(cleared) && resolvable(pod, cleared, reasons.get(cleared))
                && lesser(pod, cleared).stream().anyMatch(NaiveScheduler::isPreempted)) {
            return "not eligible due to a terminating pod on the nominated node.";
        }
        var answers = new ArrayList<List<String>>();
        for (var node : nodes) {
            answers.add(answer(pod, node, reasons));
        }
        return answers.stream().anyMatch(List::isEmpty) ? "" : counted(answers);
    }

    private static boolean isPreempted(JsonNode pod) {
        return pod.path("metadata").has("deletionTimestamp") && pod.at("/status/conditions").valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("DisruptionTarget")
                        && condition.path("status").asText().equals("True")
                        && condition.path("reason").asText().equals("PreemptionByScheduler"));
    }

    private List<String> answer(JsonNode pod, JsonNode node, Map<String, List<String>> reasons) {
        if (!resolvable(pod, name(node), reasons.getOrDefault(name(node), List.of()))) {
            return List.of(NOT_HELPFUL);
        }
        var lesser = lesser(pod, name(node));
        if (lesser.isEmpty()) {
            return List.of(NO_VICTIMS);
        }
        var without = placed();
        without.getOrDefault(name(node), List.of()).removeAll(lesser);
        return reasonsOn(pod, node, without);
    }

    private boolean resolvable(JsonNode pod, String node, List<String> reasons) {
        var there = nodes.stream().filter(each -> name(each).equals(node)).findFirst().orElseThrow();
        for (var reason : reasons) {
            boolean shortage = reason.startsWith("Insufficient ");
            var resource = reason.substring(reason.indexOf(' ') + 1);
            boolean room = shortage && NaiveQuantities.requests(pod).getOrDefault(resource, 0L) <= NaiveQuantities
                    .allocatable(there, resource);
            if (!room && !RESOLVABLE.contains(reason)) {
                return false;
            }
        }
        return true;
    }

    /** Pods of lower priority on a node, the most important first. */
    private List<JsonNode> lesser(JsonNode pod, String node) {
        return bound.getOrDefault(node, List.of()).stream().filter(other -> priority(other) < priority(pod))
                .sorted(Comparator.comparingInt(NaiveScheduler::priority).reversed()
                        .thenComparing(other -> other.at("/status/startTime").asText()))
                .toList();
    }

    /** What evictions would let the pod in, by node; none where that is not allowed or of no use. */
    Map<String, Eviction> evictions(JsonNode pod) {
        var found = new HashMap<String, Eviction>();
        var reasons = reasons(pod);
        if (!reasons.isEmpty() && preemption(pod, reasons).isEmpty()) {
            for (var node : nodes) {
                if (answer(pod, node, reasons).isEmpty()) {
                    found.put(name(node), eviction(pod, node));
                }
            }
        }
        return found;
    }

    private Eviction eviction(JsonNode pod, JsonNode node) {
        var lesser = lesser(pod, name(node));
        var protectedPods = protectedPods(lesser);
        var order = new ArrayList<>(protectedPods);
        lesser.stream().filter(other -> !protectedPods.contains(other)).forEach(order::add);
        var gone = new ArrayList<>(lesser);
        for (var other : order) {
            gone.remove(other);
            var without = placed();
            without.getOrDefault(name(node), List.of()).removeAll(gone);
            if (!reasonsOn(pod, node, without).isEmpty()) {
                gone.add(other);
            }
        }
        return new Eviction(name(node), gone.stream().map(NaiveScheduler::name).sorted().toList(),
                (int) gone.stream().filter(protectedPods::contains).count(),
                gone.stream().mapToInt(NaiveScheduler::priority).max().orElse(0));
    }

    private List<JsonNode> protectedPods(List<JsonNode> lesser) {
        var used = new HashMap<JsonNode, Integer>();
        var found = new ArrayList<JsonNode>();
        for (var other : lesser) {
            var over = new ArrayList<JsonNode>();
            for (var budget : budgets) {
                if (budget.at("/metadata/namespace").equals(other.at("/metadata/namespace"))
                        && rules.selects(budget.at("/spec/selector"), rules.labels(other))
                        && !budget.at("/status/disruptedPods").has(name(other))
                        && used.merge(budget, 1, Integer::sum) > budget.at("/status/disruptionsAllowed").asInt()) {
                    over.add(budget);
                }
            }
            if (!over.isEmpty()) {
                found.add(other);
            }
        }
        return found;
    }

    /** First with the pods that are kept a place there and are as important, then without. */
    private List<String> reasonsOn(JsonNode pod, JsonNode node, Map<String, List<JsonNode>> placed) {
        var kept = nominated.stream().filter(other -> other.at("/status/nominatedNodeName").asText().equals(name(node))
                && priority(other) >= priority(pod)).toList();
        var crowded = new HashMap<>(placed);
        var there = new ArrayList<>(placed.getOrDefault(name(node), List.of()));
        there.addAll(kept);
        crowded.put(name(node), there);
        var first = firstReasons(pod, node, crowded);
        return first.isEmpty() ? firstReasons(pod, node, placed) : first;
    }

    /** What the first plugin says that objects. */
    private List<String> firstReasons(JsonNode pod, JsonNode node, Map<String, List<JsonNode>> placed) {
        var own = rules.ownReason(pod, node);
        if (own.isPresent()) {
            return List.of(own.get());
        }
        var there = placed.getOrDefault(name(node), List.of());
        if (NaiveQuantities.portsClash(pod, there)) {
            return List.of("node(s) didn't have free ports for the requested pod ports");
        }
        var room = NaiveQuantities.shortages(pod, node, there);
        if (!room.isEmpty()) {
            return room;
        }
        var use = volumes.useReason(pod, bound, placed);
        if (use.isPresent()) {
            return List.of(use.get());
        }
        var binding = volumes.bindingReasons(pod, node);
        if (!binding.isEmpty()) {
            return binding;
        }
        return volumes.zoneReason(pod, node).or(() -> rules.spreadReason(pod, node, nodes, placed))
                .or(() -> rules.affinityReason(pod, node, nodes, placed)).stream().toList();
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static int priority(JsonNode pod) {
        return pod.at("/spec/priority").asInt();
    }
}

package tessera.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.model.NodeInfo;
import tessera.model.Taint;

/**
 * To which nodes a workload can go.
 *
 * @param tolerations as {@code KEY:EFFECT} or {@code KEY=VALUE:EFFECT}, with the reason for each, which may be empty
 * @param labels      that its nodes have
 * @param priority    the class of its priority; empty for the usual one
 */
record WorkloadPlacement(Map<String, String> tolerations, Map<String, String> labels, String priority) {

    private static final String NODE = "node.kubernetes.io/";
    private static final String PREFERENCE = "PreferNoSchedule";
    private static final List<String> TAINTED = List.of("nvidia.com/gpu", "amd.com/gpu", "google.com/tpu",
            "habana.ai/gaudi", "aws.amazon.com/neuron");
    /** How nodes that can be taken away any time are labelled, by who offers them. */
    private static final Map<String, String> SPOT = Map.of("gke", "cloud.google.com/gke-spot=true", "eks",
            "eks.amazonaws.com/capacityType=SPOT", "karpenter", "karpenter.sh/capacity-type=spot", "aks",
            "kubernetes.azure.com/scalesetpriority=spot");
    private static final List<String> SPOT_TAINTED = List.of("gke", "aks");

    /** By what is set, and where that is left open by what nodes are tainted with that offer the device. */
    static WorkloadPlacement of(Map<String, String> all, Map<String, String> set,
            Optional<ManifestEnvironment> cluster) {
        var labels = labels(all);
        var tolerations = new LinkedHashMap<String, String>();
        if (set.containsKey("tolerations")) {
            split(set.get("tolerations")).forEach(each -> tolerations.put(each, ""));
        } else {
            var resource = all.getOrDefault("resource", "");
            tolerations.putAll(cluster.map(known -> needed(resource, labels, known)).orElseGet(() -> usual(resource)));
        }
        var provider = all.getOrDefault("provider", "");
        if (SPOT_TAINTED.contains(provider)) {
            tolerations.putIfAbsent(SPOT.get(provider) + ":NoSchedule", "spot nodes are tainted so");
        }
        return new WorkloadPlacement(tolerations, labels, all.getOrDefault("priority", ""));
    }

    /** Those that its nodes have to have. */
    static Map<String, String> labels(Map<String, String> all) {
        var labels = new LinkedHashMap<String, String>();
        Stream.concat(split(all.getOrDefault("select", "")),
                Stream.ofNullable(SPOT.get(all.getOrDefault("provider", ""))))
                .filter(each -> each.contains("=")).forEach(each -> labels.put(each.substring(0, each.indexOf('=')),
                        each.substring(each.indexOf('=') + 1)));
        if (all.containsKey("accelerator")) {
            labels.put("cloud.google.com/gke-tpu-accelerator", all.get("accelerator"));
            labels.put("cloud.google.com/gke-tpu-topology", all.getOrDefault("topology", ""));
        }
        return labels;
    }

    private static Stream<String> split(String text) {
        return Stream.of(text.split(",", -1)).map(String::strip).filter(each -> !each.isEmpty());
    }

    private static Map<String, String> usual(String resource) {
        return TAINTED.stream().filter(key -> key.substring(0, key.indexOf('/'))
                .equals(resource.replaceFirst("/.*", ""))).findFirst()
                .map(key -> Map.of(key + ":NoSchedule", "nodes with such devices are often tainted so"))
                .orElseGet(Map::of);
    }

    /** What most of the nodes have that it could go to; where there is none yet, as one that is selected, most of the others. */
    private static Map<String, String> needed(String resource, Map<String, String> labels,
            ManifestEnvironment cluster) {
        var offering = cluster.snapshot().nodes().stream()
                .filter(node -> node.facts().allocatable().get(resource) > 0).toList();
        var selected = offering.stream().filter(node -> selected(node, labels)).toList();
        if (offering.isEmpty()) {
            return usual(resource);
        }
        var nodes = selected.isEmpty() ? offering : selected;
        var alike = nodes.stream().collect(Collectors.groupingBy(WorkloadPlacement::kept, LinkedHashMap::new,
                Collectors.counting()));
        var most = alike.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
                .orElse(List.of());
        var tolerations = new LinkedHashMap<String, String>();
        for (var taint : most) {
            long count = nodes.stream().filter(node -> kept(node).contains(taint)).count();
            tolerations.put(taint.toString(),
                    nodes.size() == 1 ? "the only node that offers %s is tainted so".formatted(resource)
                            : "%d of %d nodes that offer %s are tainted so".formatted(count, nodes.size(), resource));
        }
        return tolerations;
    }

    static boolean selected(NodeInfo node, Map<String, String> labels) {
        return labels.entrySet().stream()
                .allMatch(label -> node.facts().label(label.getKey()).equals(label.getValue()));
    }

    private static List<Taint> kept(NodeInfo node) {
        return node.facts().taints().stream()
                .filter(taint -> !taint.key().startsWith(NODE) && !taint.effect().equals(PREFERENCE)).toList();
    }

    /** The tolerations as a setting has them. */
    String text() {
        return String.join(",", tolerations.keySet());
    }

    List<String> notes() {
        return tolerations.entrySet().stream().filter(each -> !each.getValue().isEmpty())
                .map(each -> "Tolerates %s: %s".formatted(each.getKey(), each.getValue())).toList();
    }

    /** As a pod has it. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        if (!priority.isEmpty()) {
            lines.add("priorityClassName: " + TemplateBlank.quoted(priority));
        }
        if (!tolerations.isEmpty()) {
            lines.add("tolerations:");
        }
        tolerations.forEach((taint, reason) -> {
            if (!reason.isEmpty()) {
                lines.add("  # " + reason);
            }
            int colon = taint.lastIndexOf(':');
            int equals = taint.indexOf('=');
            lines.add("  - key: " + taint.substring(0, equals < 0 ? colon : equals));
            lines.add("    operator: " + (equals < 0 || known(taint) ? "Exists" : "Equal"));
            if (equals >= 0 && !known(taint)) {
                lines.add("    value: " + TemplateBlank.quoted(taint.substring(equals + 1, colon)));
            }
            lines.add("    effect: " + taint.substring(colon + 1));
        });
        if (!labels.isEmpty()) {
            lines.add("nodeSelector:");
            labels.forEach((key, value) -> lines.add("  " + key + ": " + TemplateBlank.quoted(value)));
        }
        return lines;
    }

    /** Taints of devices have one value here and another there. */
    private static boolean known(String taint) {
        return TAINTED.contains(taint.substring(0, Math.max(taint.indexOf('='), 0)));
    }
}

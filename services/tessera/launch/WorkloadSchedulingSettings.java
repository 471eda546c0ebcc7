package tessera.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.Taint;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/**
 * Tolerations, node labels and priority of a workload.
 *
 * @param tolerations as {@code KEY:EFFECT} or {@code KEY=VALUE:EFFECT}, with the reason for each, which may be empty
 * @param labels      that its nodes have
 * @param priority    the class of its priority; empty for the usual one
 */
record WorkloadSchedulingSettings(Map<String, String> tolerations, Map<String, String> labels, String priority) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadSchedulingSettings.class);
    private static final String NODE = "node.kubernetes.io/";
    private static final String PREFERENCE = "PreferNoSchedule";
    private static final List<String> TAINTED = List.of("nvidia.com/gpu", "amd.com/gpu", "google.com/tpu",
            "habana.ai/gaudi", "aws.amazon.com/neuron");
    /** How nodes that can be taken away any time are labelled, by who offers them. */
    private static final Map<String, String> SPOT = Map.of("gke", "cloud.google.com/gke-spot=true", "eks",
            "eks.amazonaws.com/capacityType=SPOT", "karpenter", "karpenter.sh/capacity-type=spot", "aks",
            "kubernetes.azure.com/scalesetpriority=spot");
    private static final List<String> SPOT_TAINTED = List.of("gke", "aks");

    /** Returns the placement by settings; open tolerations follow the taints of nodes that offer the device. */
    static WorkloadSchedulingSettings forSettings(Map<String, String> all, Map<String, String> set,
            Optional<ManifestTargetCluster> cluster) {
        var labels = nodeLabels(all);
        var tolerations = new LinkedHashMap<String, String>();
        if (set.containsKey("tolerations")) {
            splitList(set.get("tolerations")).forEach(each -> tolerations.put(each, ""));
        } else {
            var resource = all.getOrDefault("resource", "");
            tolerations.putAll(cluster.map(targetCluster -> requiredTolerations(resource, labels, targetCluster))
                    .orElseGet(() -> defaultTolerations(resource)));
        }
        var provider = all.getOrDefault("provider", "");
        if (SPOT_TAINTED.contains(provider)) {
            tolerations.putIfAbsent(SPOT.get(provider) + ":NoSchedule", MESSAGES.text("taint.spot"));
        }
        return new WorkloadSchedulingSettings(tolerations, labels, all.getOrDefault("priority", ""));
    }

    /** Returns the labels that its nodes must have. */
    static Map<String, String> nodeLabels(Map<String, String> all) {
        var labels = new LinkedHashMap<String, String>();
        Stream.concat(splitList(all.getOrDefault("select", "")),
                Stream.ofNullable(SPOT.get(all.getOrDefault("provider", "")))).filter(each -> each.contains("="))
                .forEach(each -> labels.put(each.substring(0, each.indexOf('=')),
                        each.substring(each.indexOf('=') + 1)));
        if (all.containsKey("accelerator")) {
            labels.put("cloud.google.com/gke-tpu-accelerator", all.get("accelerator"));
            labels.put("cloud.google.com/gke-tpu-topology", all.getOrDefault("topology", ""));
        }
        return labels;
    }

    private static Stream<String> splitList(String text) {
        return Stream.of(text.split(",", -1)).map(String::strip).filter(each -> !each.isEmpty());
    }

    private static Map<String, String> defaultTolerations(String resource) {
        return TAINTED.stream()
                .filter(key -> key.substring(0, key.indexOf('/')).equals(resource.replaceFirst("/.*", ""))).findFirst()
                .map(key -> Map.of(key + ":NoSchedule", MESSAGES.text("taint.usual"))).orElseGet(Map::of);
    }

    /** Returns the taints that most of its candidate nodes have; if no node matches yet, those of most other nodes that offer the device. */
    private static Map<String, String> requiredTolerations(String resource, Map<String, String> labels,
            ManifestTargetCluster cluster) {
        var offering = cluster.snapshot().nodes().stream()
                .filter(node -> node.nodeSummary().allocatable().get(resource) > 0).toList();
        var selected = offering.stream().filter(node -> matchesLabels(node, labels)).toList();
        if (offering.isEmpty()) {
            return defaultTolerations(resource);
        }
        var nodes = selected.isEmpty() ? offering : selected;
        var alike = nodes.stream().collect(Collectors.groupingBy(WorkloadSchedulingSettings::repellingTaints,
                LinkedHashMap::new, Collectors.counting()));
        var most = alike.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(List.of());
        var tolerations = new LinkedHashMap<String, String>();
        for (var taint : most) {
            long count = nodes.stream().filter(node -> repellingTaints(node).contains(taint)).count();
            tolerations.put(taint.toString(), nodes.size() == 1 ? MESSAGES.text("taint.only", resource)
                    : MESSAGES.text("taint.some", count, nodes.size(), resource));
        }
        return tolerations;
    }

    static boolean matchesLabels(NodeWithBoundPods node, Map<String, String> labels) {
        return labels.entrySet().stream()
                .allMatch(label -> node.nodeSummary().label(label.getKey()).equals(label.getValue()));
    }

    private static List<Taint> repellingTaints(NodeWithBoundPods node) {
        return node.nodeSummary().taints().stream()
                .filter(taint -> !taint.key().startsWith(NODE) && !taint.effect().equals(PREFERENCE)).toList();
    }

    /** Returns the tolerations in the form of a setting. */
    String tolerationsText() {
        return String.join(",", tolerations.keySet());
    }

    List<String> noteTexts() {
        return tolerations.entrySet().stream().filter(each -> !each.getValue().isEmpty())
                .map(each -> MESSAGES.text("toleration", each.getKey(), each.getValue())).toList();
    }

    /** Returns the lines for a pod spec. */
    List<String> podSpecLines() {
        var lines = new ArrayList<String>();
        if (!priority.isEmpty()) {
            lines.add("priorityClassName: " + TemplatePlaceholderFiller.quotedText(priority));
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
            lines.add("    operator: " + (equals < 0 || isDeviceTaint(taint) ? "Exists" : "Equal"));
            if (equals >= 0 && !isDeviceTaint(taint)) {
                lines.add("    value: " + TemplatePlaceholderFiller.quotedText(taint.substring(equals + 1, colon)));
            }
            lines.add("    effect: " + taint.substring(colon + 1));
        });
        if (!labels.isEmpty()) {
            lines.add("nodeSelector:");
            labels.forEach((key, value) -> lines.add("  " + key + ": " + TemplatePlaceholderFiller.quotedText(value)));
        }
        return lines;
    }

    /** Returns whether it is a well-known device taint, whose value differs between clusters. */
    private static boolean isDeviceTaint(String taint) {
        return TAINTED.contains(taint.substring(0, Math.max(taint.indexOf('='), 0)));
    }
}

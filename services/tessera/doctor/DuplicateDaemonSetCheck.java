package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Finds DaemonSets that do the same work on the same node. */
final class DuplicateDaemonSetCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DuplicateDaemonSetCheck.class);
    private static final List<String> LABELS = List.of("app", "app.kubernetes.io/name", "app.kubernetes.io/component",
            "k8s-app", "name");
    private static final Set<String> PLUGINS = Set.of("nvidia-device-plugin-daemonset", "nvidia-device-plugin-ds",
            "nvidia-device-plugin", "nvidia-gpu-device-plugin", "hami-device-plugin");
    private static final Set<String> EXPORTERS = Set.of("nvidia-dcgm-exporter", "dcgm-exporter");
    /** What the chart of the device plugin brings beside it; older ones give all of their pods the same labels. */
    private static final Pattern BESIDE = Pattern.compile(".*-(gpu-feature-discovery|mps-control-daemon)");
    private static final String VENDOR = "nvidia.com/";
    private static final String CUT = VENDOR + "mig-";

    private final GpuStackSymptomCatalog catalog;
    private final List<GpuNode> nodes;

    DuplicateDaemonSetCheck(GpuStackSymptomCatalog catalog, List<GpuNode> nodes) {
        this.catalog = catalog;
        this.nodes = List.copyOf(nodes);
    }

    List<DiagnosisFinding> findings() {
        var found = new ArrayList<DiagnosisFinding>();
        found.addAll(findDuplicates(PLUGINS, "two-plugins",
                nodes.stream().filter(DuplicateDaemonSetCheck::offersOneName).toList()));
        found.addAll(findDuplicates(EXPORTERS, "two-exporters", nodes));
        return List.copyOf(found);
    }

    /** Returns whether a node offers devices by one name; plugins of several names may have shared them out. */
    private static boolean offersOneName(GpuNode node) {
        return node.uses().stream().filter(use -> use.resource().startsWith(VENDOR) && !use.resource().startsWith(CUT))
                .count() <= 1;
    }

    /** Returns whether any device plugin runs on a node. */
    static boolean hasDevicePlugin(GpuNode node) {
        return !workingSets(node, PLUGINS).isEmpty();
    }

    /** Returns one finding for all nodes on which the same sets meet. */
    private List<DiagnosisFinding> findDuplicates(Set<String> work, String id, List<GpuNode> places) {
        var meetings = new LinkedHashMap<String, List<GpuNode>>();
        for (var node : places) {
            var sets = workingSets(node, work);
            if (sets.size() > 1) {
                meetings.computeIfAbsent(SentenceJoiner.listText(sets.keySet()), _ -> new ArrayList<>()).add(node);
            }
        }
        return meetings.entrySet().stream()
                .map(meeting -> catalog
                        .finding(id,
                                SymptomPlaceholderValues.ofNodes(
                                        meeting.getValue().stream().map(GpuNode::name).toList(), meeting.getKey()),
                                evidenceOf(meeting.getValue(), work)))
                .toList();
    }

    private static List<String> evidenceOf(List<GpuNode> places, Set<String> work) {
        return places.stream().limit(SymptomPlaceholderValues.LISTED).map(node -> MESSAGES.text("duplicates.run",
                node.name(), workingSets(node, work).values().stream().map(PodSummary::key).toList())).toList();
    }

    /** Returns the DaemonSets that do the work on a node, each with its pod. */
    private static Map<String, PodSummary> workingSets(GpuNode node, Set<String> work) {
        var sets = new TreeMap<String, PodSummary>();
        node.info().pods().stream().filter(pod -> isRunning(pod) && doesWork(pod, work))
                .forEach(pod -> sets.put(pod.namespace() + "/" + pod.owner().name(), pod));
        return sets;
    }

    private static boolean isRunning(PodSummary pod) {
        return pod.phase() == PodPhase.RUNNING && pod.ready() > 0 && pod.deleting() == null
                && pod.owner().kind().equals("DaemonSet");
    }

    private static boolean doesWork(PodSummary pod, Set<String> work) {
        return !BESIDE.matcher(pod.owner().name()).matches()
                && LABELS.stream().anyMatch(label -> work.contains(pod.labels().getOrDefault(label, "")));
    }
}

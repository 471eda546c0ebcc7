package tessera.metrics.scrape;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;

/** Finds the exporters of a cluster among its pods. Nodes that did not change are not searched again; one thread. */
final class ExporterFinder {

    private final KnownExporterNames names = KnownExporterNames.bundled();
    private IdentityHashMap<NodeWithBoundPods, List<ExporterPod>> podsByNode = new IdentityHashMap<>();

    /** Returns the exporters by node; a node without one has an empty list. */
    Map<String, List<ExporterPod>> findByNode(ClusterSnapshot clusterSnapshot) {
        var searched = new IdentityHashMap<NodeWithBoundPods, List<ExporterPod>>(clusterSnapshot.nodes().size());
        var found = HashMap.<String, List<ExporterPod>>newHashMap(clusterSnapshot.nodes().size());
        for (var node : clusterSnapshot.nodes()) {
            var before = podsByNode.get(node);
            var exporters = before != null ? before : findOnNode(node);
            searched.put(node, exporters);
            found.put(node.name(), exporters);
        }
        podsByNode = searched;
        return found;
    }

    private List<ExporterPod> findOnNode(NodeWithBoundPods node) {
        var exporters = node.pods().stream().filter(pod -> !pod.phase().isTerminal() && pod.deleting() == null)
                .map(pod -> names.findExporter(pod, node.nodeSummary())).flatMap(Optional::stream).toList();
        var read = exporters.stream().filter(ExporterPod::read).toList();
        return read.isEmpty() ? exporters : read;
    }
}

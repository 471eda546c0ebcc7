package tessera.cluster.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.cluster.fleet.WatchedCollection.CollectionKind;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;

/**
 * The known nodes and pods, indexed so that a change costs no more than the node it touches. What is equal to
 * what was known stays the same object. Used by one thread.
 */
final class NodePodIndex {

    private static final Comparator<PodSummary> ORDER = Comparator.comparing(PodSummary::namespace)
            .thenComparing(PodSummary::name);

    private final TreeMap<String, NodeEntry> entriesByNode = new TreeMap<>();
    private final Map<String, Map<String, PodSummary>> pods = new HashMap<>();
    /** Pods on no node, or on one that is not known. */
    private final TreeSet<PodSummary> homeless = new TreeSet<>(ORDER);
    private final DraObjectIndex devices;
    private final KeptObjectLimit limit;
    private int podCount;
    private final Set<NodeEntry> touched = new HashSet<>();
    private boolean nodesChanged;
    private boolean homelessChanged;
    private int revision;
    private List<NodeWithBoundPods> nodeList = List.of();
    private List<PodSummary> homelessList = List.of();

    /** A node, or the name of an unknown node that pods are bound to. */
    private static final class NodeEntry {
        private @Nullable NodeSummary nodeSummary;
        private @Nullable NodeWithBoundPods info;
        /** Whether the node or a pod on it changed since that was put together, so that more than its devices did. */
        private boolean changed;
        private final List<PodSummary> pods = new ArrayList<>();
    }

    NodePodIndex(KeptObjectLimit limit) {
        this.limit = limit;
        devices = new DraObjectIndex(this::knownNodes, this::nodeOfPod, limit);
    }

    /** Records whether a device collection may not be read. */
    void setForbidden(CollectionKind kind, boolean forbidden) {
        if (devices.setForbidden(kind, forbidden)) {
            touched.addAll(entriesByNode.values());
        }
    }

    /** Returns whether an object of a kind is known, or a node at least by the name that pods tell. */
    boolean knowsAny(CollectionKind kind) {
        return switch (kind) {
            case NODES -> !entriesByNode.isEmpty();
            case PODS -> podCount > 0;
            case SLICES, CLASSES, CLAIMS, TAINT_RULES -> devices.knowsAny(kind);
        };
    }

    DraObjectIndex devices() {
        return devices;
    }

    private Stream<NodeSummary> knownNodes() {
        return entriesByNode.values().stream().flatMap(entry -> Optional.ofNullable(entry.nodeSummary).stream());
    }

    private String nodeOfPod(String key) {
        int slash = key.indexOf('/');
        var pod = pods.getOrDefault(key.substring(0, slash), Map.of()).get(key.substring(slash + 1));
        return pod == null ? "" : pod.node();
    }

    void addNode(NodeSummary node) {
        if (!entriesByNode.containsKey(node.name())
                && !limit.admits(entriesByNode.size(), CollectionKind.NODES, "", node.name())) {
            return;
        }
        var entry = entriesByNode.computeIfAbsent(node.name(), _ -> new NodeEntry());
        if (node.equals(entry.nodeSummary)) {
            return;
        }
        if (entry.nodeSummary == null) {
            entry.pods.forEach(homeless::remove);
            homelessChanged |= !entry.pods.isEmpty();
        }
        if (entry.nodeSummary == null || !entry.nodeSummary.labels().equals(node.labels())) {
            devices.markNodesChanged();
        }
        entry.nodeSummary = node;
        markTouched(entry);
    }

    void forgetNode(String name) {
        var entry = entriesByNode.get(name);
        if (entry == null || entry.nodeSummary == null) {
            return;
        }
        entry.nodeSummary = null;
        entry.info = null;
        devices.markNodesChanged();
        nodesChanged = true;
        touched.remove(entry);
        homeless.addAll(entry.pods);
        homelessChanged |= !entry.pods.isEmpty();
        if (entry.pods.isEmpty()) {
            entriesByNode.remove(name);
        }
    }

    void addPod(PodSummary pod) {
        var ofNamespace = pods.getOrDefault(pod.namespace(), Map.of());
        var before = ofNamespace.get(pod.name());
        if (before != null) {
            if (before.equals(pod)) {
                return;
            }
            unindexPod(before);
            // Otherwise the key would stay the name of the pod that is forgotten, which would be kept besides the new one.
            ofNamespace.remove(pod.name());
        } else if (limit.admits(podCount, CollectionKind.PODS, pod.namespace(), pod.name())) {
            podCount++;
        } else {
            return;
        }
        pods.computeIfAbsent(pod.namespace(), _ -> new HashMap<>()).put(pod.name(), pod);
        indexPod(pod);
    }

    /** Removes a pod that was deleted and notes the time. */
    void deletePod(PodSummary pod, Instant now) {
        forgetPod(pod.namespace(), pod.name());
        devices.notePodGone(pod.key(), now);
    }

    void forgetPod(String namespace, String name) {
        var ofNamespace = pods.get(namespace);
        var before = ofNamespace == null ? null : ofNamespace.remove(name);
        if (before == null || ofNamespace == null) {
            return;
        }
        if (ofNamespace.isEmpty()) {
            pods.remove(namespace);
        }
        podCount--;
        unindexPod(before);
    }

    /** Removes the nodes that a complete list did not name. */
    void retainNodes(Set<String> names) {
        List.copyOf(entriesByNode.keySet()).stream().filter(Predicate.not(names::contains)).forEach(this::forgetNode);
    }

    /**
     * Removes the pods that a complete list did not name.
     *
     * @param namespace the one that was listed; empty for all
     * @param named     names by namespace
     */
    void retainPods(String namespace, Map<String, Set<String>> named) {
        for (var listed : namespace.isEmpty() ? List.copyOf(pods.keySet()) : List.of(namespace)) {
            var kept = named.getOrDefault(listed, Set.of());
            for (var name : List.copyOf(pods.getOrDefault(listed, Map.of()).keySet())) {
                if (!kept.contains(name)) {
                    forgetPod(listed, name);
                }
            }
        }
    }

    /** Removes the pods of all other namespaces. */
    void retainNamespaces(Set<String> namespaces) {
        for (var namespace : List.copyOf(pods.keySet())) {
            if (!namespaces.contains(namespace)) {
                retainPods(namespace, Map.of());
            }
        }
    }

    /** Returns the nodes by name; the same list while nothing changed, with the same elements where nothing did. */
    List<NodeWithBoundPods> nodes() {
        devices.takeTouchedNodes().stream().map(entriesByNode::get).filter(Objects::nonNull).forEach(touched::add);
        for (var entry : touched) {
            if (entry.nodeSummary != null) {
                var draDevices = devices.devicesOf(entry.nodeSummary.name(), entry.pods);
                entry.info = entry.info == null || entry.changed
                        ? NodeWithBoundPods.of(entry.nodeSummary, entry.pods, draDevices)
                        : entry.info.with(draDevices);
                entry.changed = false;
                nodesChanged = true;
            }
        }
        touched.clear();
        if (nodesChanged) {
            nodesChanged = false;
            revision++;
            var list = new ArrayList<NodeWithBoundPods>(entriesByNode.size());
            for (var entry : entriesByNode.values()) {
                if (entry.info != null) {
                    list.add(entry.info);
                }
            }
            nodeList = List.copyOf(list);
        }
        return nodeList;
    }

    /** Returns the pods on no known node, by namespace and name; the same list while nothing changed. */
    List<PodSummary> unboundPods() {
        if (homelessChanged) {
            homelessChanged = false;
            revision++;
            homelessList = List.copyOf(homeless);
        }
        return homelessList;
    }

    /** Returns a number that grows whenever one of the two lists changes. */
    int revision() {
        return revision;
    }

    private void indexPod(PodSummary pod) {
        if (pod.node().isEmpty()) {
            homeless.add(pod);
            homelessChanged = true;
            return;
        }
        var entry = entriesByNode.computeIfAbsent(pod.node(), _ -> new NodeEntry());
        entry.pods.add(-1 - Collections.binarySearch(entry.pods, pod, ORDER), pod);
        if (entry.nodeSummary == null) {
            homeless.add(pod);
            homelessChanged = true;
        } else {
            markTouched(entry);
        }
    }

    private void unindexPod(PodSummary pod) {
        homelessChanged |= homeless.remove(pod);
        var entry = pod.node().isEmpty() ? null : entriesByNode.get(pod.node());
        if (entry == null) {
            return;
        }
        entry.pods.remove(Collections.binarySearch(entry.pods, pod, ORDER));
        if (entry.nodeSummary != null) {
            markTouched(entry);
        } else if (entry.pods.isEmpty()) {
            entriesByNode.remove(pod.node());
        }
    }

    private void markTouched(NodeEntry entry) {
        entry.changed = true;
        touched.add(entry);
    }
}

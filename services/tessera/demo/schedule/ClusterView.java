package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.dra.DeviceState;

/**
 * The cluster as the scheduler sees it, kept up to date object by object.
 *
 * <p>One thread at a time. Objects are as the API server holds them; they are read, never kept.
 */
public final class ClusterView {

    private final ResourceIndex index = new ResourceIndex();
    /** Also nodes that only pods speak of. */
    private final Map<String, NodeState> states = new HashMap<>();
    private final List<NodeState> nodes = new ArrayList<>();
    private final Map<String, String> nodeOfPod = new HashMap<>();
    private final Map<String, Nomination> nominations = new HashMap<>();
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();
    private final Map<String, ViewedBudget> budgets = new HashMap<>();
    private final VolumeClaims claims = new VolumeClaims();
    private final DeviceState devices = new DeviceState();

    /** A waiting pod for which a node has been cleared. */
    record Nomination(String node, NodeOccupant pod) {}

    /** A disruption budget: of these pods so many more may be evicted. */
    record ViewedBudget(String namespace, SimulatedSelector pods, int allowed) {}

    /** Adds a node or takes note of its new state. */
    public void putNode(JsonNode node) {
        var name = node.path("metadata").path("name").asText();
        var state = state(name);
        if (!state.exists()) {
            nodes.add(state);
        }
        state.describe(node);
    }

    public void removeNode(String name) {
        var state = states.get(name);
        if (state != null && nodes.remove(state)) {
            state.vanish();
            forgetIfEmpty(state);
        }
    }

    /** Adds a pod, bound or not, or takes note of its new state; one that has finished holds no room. */
    public void putPod(JsonNode pod) {
        var uid = pod.path("metadata").path("uid").asText();
        var node = pod.path("spec").path("nodeName").asText();
        var nominated = pod.path("status").path("nominatedNodeName").asText();
        removePod(uid);
        if (!NodeOccupant.holdsRoom(pod)) {
            return;
        }
        if (!node.isEmpty()) {
            state(node).add(NodeOccupant.onNode(pod));
            nodeOfPod.put(uid, node);
        } else if (!nominated.isEmpty()) {
            nominations.put(uid, new Nomination(nominated, NodeOccupant.waiting(pod)));
        }
    }

    public void removePod(String uid) {
        nominations.remove(uid);
        var node = nodeOfPod.remove(uid);
        if (node != null) {
            var state = state(node);
            state.remove(uid);
            forgetIfEmpty(state);
        }
    }

    private void forgetIfEmpty(NodeState state) {
        if (!state.exists() && state.pods().isEmpty()) {
            states.remove(state.name());
        }
    }

    public void putNamespace(JsonNode namespace) {
        namespaces.put(namespace.path("metadata").path("name").asText(),
                TreeTexts.map(namespace.path("metadata").path("labels")));
    }

    public void removeNamespace(String name) {
        namespaces.remove(name);
    }

    /** A {@code PodDisruptionBudget}. */
    public void putBudget(JsonNode budget) {
        var metadata = budget.path("metadata");
        budgets.put(metadata.path("namespace").asText() + "/" + metadata.path("name").asText(),
                new ViewedBudget(metadata.path("namespace").asText(),
                        SimulatedSelector.of(budget.path("spec").path("selector")),
                        budget.path("status").path("disruptionsAllowed").asInt()));
    }

    public void removeBudget(String namespace, String name) {
        budgets.remove(namespace + "/" + name);
    }

    /** What the scheduler knows of persistent volumes. */
    public VolumeClaims claims() {
        return claims;
    }

    /** What the scheduler knows of devices that are claimed. */
    public DeviceState devices() {
        return devices;
    }

    private NodeState state(String name) {
        return states.computeIfAbsent(name, fresh -> new NodeState(fresh, index));
    }

    ResourceIndex index() {
        return index;
    }

    /** The nodes that exist, in the order in which they came. */
    List<NodeState> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    @Nullable
    NodeState node(String name) {
        var state = states.get(name);
        return state != null && state.exists() ? state : null;
    }

    Map<String, Map<String, String>> namespaces() {
        return Collections.unmodifiableMap(namespaces);
    }

    Collection<ViewedBudget> budgets() {
        return Collections.unmodifiableCollection(budgets.values());
    }

    /** The pods nominated to a node, but for one. */
    List<NodeOccupant> nominatedTo(NodeState node, NodeOccupant except) {
        if (nominations.isEmpty()) {
            return List.of();
        }
        return nominations.values().stream()
                .filter(each -> each.node().equals(node.name()) && !each.pod().uid().equals(except.uid()))
                .map(Nomination::pod).toList();
    }
}

package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodStatus;
import tessera.dra.DraClusterState;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.kube.scheduling.SchedulableCluster;

/**
 * The cluster as the scheduler sees it, kept up to date object by object.
 *
 * <p>One thread at a time. Objects are as the API server holds them; they are read, never kept.
 */
public final class SimulatedSchedulerCache implements SchedulableCluster {

    private final Map<String, Integer> resourceNumbers = new HashMap<>();
    /** Also nodes that only pods speak of. */
    private final Map<String, SimulatedSchedulerNodeState> states = new HashMap<>();
    private final List<SimulatedSchedulerNodeState> nodes = new ArrayList<>();
    private final Map<String, String> nodeOfPod = new HashMap<>();
    private final Map<String, PodNomination> nominations = new HashMap<>();
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();
    private final Map<String, PodDisruptionBudget> budgets = new HashMap<>();
    private final SimulatedVolumeClaimCache claims = new SimulatedVolumeClaimCache();
    private final DraClusterState devices = new DraClusterState();

    /** A waiting pod for which a node has been cleared by preemption. */
    record PodNomination(String node, SimulatedSchedulerPod pod) {}

    /** Adds a node or updates its state. */
    public void putNode(JsonNode node) {
        var name = SimulatedMetadata.nameOf(node);
        var state = stateOf(name);
        if (!state.exists()) {
            nodes.add(state);
        }
        state.updateNode(node);
    }

    public void removeNode(String name) {
        var state = states.get(name);
        if (state != null && nodes.remove(state)) {
            state.markDeleted();
            forgetIfEmpty(state);
        }
    }

    /** Adds a pod, bound or not, or updates its state; one that has finished occupies no resources. */
    public void putPod(JsonNode pod) {
        var uid = SimulatedMetadata.uidOf(pod);
        var node = pod.path("spec").path("nodeName").asText();
        var nominated = pod.path("status").path("nominatedNodeName").asText();
        removePod(uid);
        if (SimulatedPodStatus.isFinished(pod)) {
            return;
        }
        if (!node.isEmpty()) {
            stateOf(node).addPod(SimulatedSchedulerPod.ofBound(pod));
            nodeOfPod.put(uid, node);
        } else if (!nominated.isEmpty()) {
            nominations.put(uid, new PodNomination(nominated, SimulatedSchedulerPod.ofPending(pod)));
        }
    }

    public void removePod(String uid) {
        nominations.remove(uid);
        var node = nodeOfPod.remove(uid);
        if (node != null) {
            var state = stateOf(node);
            state.removePod(uid);
            forgetIfEmpty(state);
        }
    }

    private void forgetIfEmpty(SimulatedSchedulerNodeState state) {
        if (!state.exists() && state.pods().isEmpty()) {
            states.remove(state.name());
        }
    }

    public void putNamespace(JsonNode namespace) {
        namespaces.put(SimulatedMetadata.nameOf(namespace),
                SimulatedSchedulerPod.readLabels(namespace.path("metadata").path("labels")));
    }

    public void removeNamespace(String name) {
        namespaces.remove(name);
    }

    /** Adds or updates a {@code PodDisruptionBudget}. */
    public void putDisruptionBudget(JsonNode budget) {
        var known = PodDisruptionBudget.of(budget);
        budgets.put(known.namespace() + "/" + known.name(), known);
    }

    public void removeDisruptionBudget(String namespace, String name) {
        budgets.remove(namespace + "/" + name);
    }

    /** Returns the scheduler's view of persistent volumes and their claims. */
    public SimulatedVolumeClaimCache volumeClaims() {
        return claims;
    }

    /** Returns the scheduler's view of devices, slices and claims. */
    public DraClusterState deviceState() {
        return devices;
    }

    private SimulatedSchedulerNodeState stateOf(String name) {
        return states.computeIfAbsent(name, fresh -> new SimulatedSchedulerNodeState(fresh, this::resourceNumber));
    }

    @Override
    public int resourceNumber(String resource) {
        return resourceNumbers.computeIfAbsent(resource, _ -> resourceNumbers.size());
    }

    /** Returns the nodes that exist, in the order in which they came. */
    @Override
    public List<SimulatedSchedulerNodeState> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    @Nullable
    SimulatedSchedulerNodeState findNode(String name) {
        var state = states.get(name);
        return state != null && state.exists() ? state : null;
    }

    @Override
    public Map<String, Map<String, String>> namespaces() {
        return Collections.unmodifiableMap(namespaces);
    }

    Collection<PodDisruptionBudget> disruptionBudgets() {
        return Collections.unmodifiableCollection(budgets.values());
    }

    @Override
    public List<SimulatedSchedulerPod> nominatedPods(String node) {
        if (nominations.isEmpty()) {
            return List.of();
        }
        return nominations.values().stream().filter(podNomination -> podNomination.node().equals(node))
                .map(PodNomination::pod).toList();
    }
}

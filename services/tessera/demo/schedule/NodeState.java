package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;

/** One node with the pods on it, and the sums that would be slow to take anew for every pending pod. */
final class NodeState {

    private static final NodeVerdict TOO_MANY_PODS = NodeVerdict.full("Too many pods");
    /** What scoring assumes of a pod that does not say. */
    private static final long ASSUMED_CPU = 100;
    private static final long ASSUMED_MEMORY = 200L << 20;

    private final String name;
    private final ResourceIndex index;
    private final Map<String, NodeOccupant> pods = new LinkedHashMap<>();
    private final List<NodeOccupant> jealous = new ArrayList<>();
    private final List<SimulatedHostPort> ports = new ArrayList<>();
    private Map<String, String> labels = Map.of();
    private List<SimulatedTaint> taints = List.of();
    private boolean exists;
    private boolean unschedulable;
    private long podLimit;
    private long[] allocatable = new long[0];
    private long[] used = new long[0];
    private long assumedCpu;
    private long assumedMemory;

    NodeState(String name, ResourceIndex index) {
        this.name = name;
        this.index = index;
    }

    void describe(JsonNode node) {
        exists = true;
        labels = TreeTexts.map(node.path("metadata").path("labels"));
        taints = SimulatedTaint.listOf(node.path("spec"));
        unschedulable = node.path("spec").path("unschedulable").asBoolean();
        Arrays.fill(allocatable, 0);
        podLimit = 0;
        for (var entry : node.path("status").path("allocatable").properties()) {
            var amount = Quantity.amount(entry.getKey(), entry.getValue().asText());
            if (entry.getKey().equals(ResourceAmounts.PODS)) {
                podLimit = amount.orElse(0);
            } else {
                allocatable = roomFor(allocatable, index.number(entry.getKey()));
                // The scheduler cannot hold more than a signed 64-bit amount: such a node has nothing for it.
                allocatable[index.number(entry.getKey())] = amount.orElse(0) == Long.MAX_VALUE ? 0 : amount.orElse(0);
            }
        }
    }

    /** The node is gone; pods may still say that they are on it. */
    void vanish() {
        exists = false;
    }

    boolean exists() {
        return exists;
    }

    void add(NodeOccupant pod) {
        remove(pod.uid());
        pods.put(pod.uid(), pod);
        count(pod, 1);
        ports.addAll(pod.ports());
        if (!pod.antiAffinity().isEmpty()) {
            jealous.add(pod);
        }
    }

    void remove(String uid) {
        var pod = pods.remove(uid);
        if (pod != null) {
            count(pod, -1);
            pod.ports().forEach(ports::remove);
            jealous.remove(pod);
        }
    }

    private void count(NodeOccupant pod, int sign) {
        var requests = pod.requests();
        for (var resource : requests.names()) {
            int number = index.number(resource);
            used = roomFor(used, number);
            used[number] += sign * requests.get(resource);
        }
        long cpu = requests.get(ResourceAmounts.CPU);
        long memory = requests.get(ResourceAmounts.MEMORY);
        assumedCpu += sign * (cpu == 0 ? ASSUMED_CPU : cpu);
        assumedMemory += sign * (memory == 0 ? ASSUMED_MEMORY : memory);
    }

    private static long[] roomFor(long[] amounts, int number) {
        return number < amounts.length ? amounts : Arrays.copyOf(amounts, number + 4);
    }

    /** The answer of the resources filter: the pod count, then everything that is short. */
    NodeVerdict room(ResourceIndex.IndexedDemand demand) {
        var verdict = pods.size() + 1 > podLimit ? TOO_MANY_PODS : NodeVerdict.FITS;
        for (int i = 0; i < demand.size(); i++) {
            int number = demand.number(i);
            long asked = demand.amount(i);
            long most = amount(allocatable, number);
            if (asked > most - amount(used, number)) {
                verdict = verdict.and(index.shortage(number, asked > most));
            }
        }
        return verdict;
    }

    /** Share of cpu and of memory still free with the pod on the node, on average: 0 to 1. */
    double leisure(NodeOccupant pod) {
        long cpu = pod.requests().get(ResourceAmounts.CPU);
        long memory = pod.requests().get(ResourceAmounts.MEMORY);
        return (free(ResourceAmounts.CPU, assumedCpu + (cpu == 0 ? ASSUMED_CPU : cpu))
                + free(ResourceAmounts.MEMORY, assumedMemory + (memory == 0 ? ASSUMED_MEMORY : memory))) / 2;
    }

    private double free(String resource, long taken) {
        long most = amount(allocatable, index.number(resource));
        return most <= 0 || taken > most ? 0 : (double) (most - taken) / most;
    }

    private static long amount(long[] amounts, int number) {
        return number < amounts.length ? amounts[number] : 0;
    }

    boolean portsFree(List<SimulatedHostPort> wanted) {
        for (var port : wanted) {
            for (var taken : ports) {
                if (port.conflictsWith(taken)) {
                    return false;
                }
            }
        }
        return true;
    }

    String name() {
        return name;
    }

    Map<String, String> labels() {
        return labels;
    }

    List<SimulatedTaint> taints() {
        return taints;
    }

    boolean unschedulable() {
        return unschedulable;
    }

    Collection<NodeOccupant> pods() {
        return pods.values();
    }

    /** The pods with a required anti-affinity. */
    List<NodeOccupant> jealous() {
        return jealous;
    }
}

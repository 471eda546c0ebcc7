package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.RequestedResource;
import tessera.kube.scheduling.SchedulableNode;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.TolerationReader;

/** A node with its pods, and the sums that would be slow to compute anew for every pending pod. */
final class SimulatedSchedulerNodeState implements SchedulableNode {

    /** What scoring assumes of a pod that does not say. */
    private static final long ASSUMED_CPU = 100;
    private static final long ASSUMED_MEMORY = 200L << 20;

    private final String name;
    private final ToIntFunction<String> index;
    private final Map<String, SimulatedSchedulerPod> pods = new LinkedHashMap<>();
    private final List<SimulatedSchedulerPod> jealous = new ArrayList<>();
    private Map<String, String> labels = Map.of();
    private List<Taint> taints = List.of();
    private boolean exists;
    private boolean unschedulable;
    private long podLimit;
    private long[] allocatable = new long[0];
    private long[] used = new long[0];
    private long assumedCpu;
    private long assumedMemory;

    /** @param index numbers the names of resources, so that amounts are compared without looking names up */
    SimulatedSchedulerNodeState(String name, ToIntFunction<String> index) {
        this.name = name;
        this.index = index;
    }

    void updateNode(JsonNode node) {
        exists = true;
        labels = SimulatedSchedulerPod.readLabels(node.path("metadata").path("labels"));
        taints = TolerationReader.readTaints(node.path("spec"));
        unschedulable = node.path("spec").path("unschedulable").asBoolean();
        Arrays.fill(allocatable, 0);
        podLimit = 0;
        for (var entry : node.path("status").path("allocatable").properties()) {
            var amount = QuantityParser.parseAmount(entry.getKey(), entry.getValue().asText());
            if (entry.getKey().equals(ResourceAmounts.PODS)) {
                podLimit = amount.orElse(0);
            } else {
                allocatable = ensureCapacity(allocatable, index.applyAsInt(entry.getKey()));
                // The scheduler cannot hold more than a signed 64-bit amount: such a node has nothing for it.
                allocatable[index.applyAsInt(entry.getKey())] = amount.orElse(0) == Long.MAX_VALUE ? 0
                        : amount.orElse(0);
            }
        }
    }

    /** Marks the node as deleted; pods may still be bound to it. */
    void markDeleted() {
        exists = false;
    }

    boolean exists() {
        return exists;
    }

    void addPod(SimulatedSchedulerPod pod) {
        removePod(pod.uid());
        pods.put(pod.uid(), pod);
        adjustUsed(pod, 1);
        if (!pod.antiAffinity().isEmpty()) {
            jealous.add(pod);
        }
    }

    void removePod(String uid) {
        var pod = pods.remove(uid);
        if (pod != null) {
            adjustUsed(pod, -1);
            jealous.remove(pod);
        }
    }

    private void adjustUsed(SimulatedSchedulerPod pod, int sign) {
        var requests = pod.requests();
        for (var resource : requests.names()) {
            int number = index.applyAsInt(resource);
            used = ensureCapacity(used, number);
            used[number] += sign * requests.get(resource);
        }
        long cpu = requests.get(ResourceAmounts.CPU);
        long memory = requests.get(ResourceAmounts.MEMORY);
        assumedCpu += sign * (cpu == 0 ? ASSUMED_CPU : cpu);
        assumedMemory += sign * (memory == 0 ? ASSUMED_MEMORY : memory);
    }

    private static long[] ensureCapacity(long[] amounts, int number) {
        return number < amounts.length ? amounts : Arrays.copyOf(amounts, number + 4);
    }

    /** Returns the share of cpu and of memory still free with the pod on the node, on average: 0 to 1. */
    double meanFreeShare(SimulatedSchedulerPod pod) {
        long cpu = pod.requests().get(ResourceAmounts.CPU);
        long memory = pod.requests().get(ResourceAmounts.MEMORY);
        return (freeShare(ResourceAmounts.CPU, assumedCpu + (cpu == 0 ? ASSUMED_CPU : cpu))
                + freeShare(ResourceAmounts.MEMORY, assumedMemory + (memory == 0 ? ASSUMED_MEMORY : memory))) / 2;
    }

    private double freeShare(String resource, long taken) {
        long maximum = allocatable(resource);
        return maximum <= 0 || taken > maximum ? 0 : (double) (maximum - taken) / maximum;
    }

    private static long amountAt(long[] amounts, int number) {
        return number < amounts.length ? amounts[number] : 0;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, String> labels() {
        return labels;
    }

    @Override
    public List<Taint> taints() {
        return taints;
    }

    @Override
    public boolean unschedulable() {
        return unschedulable;
    }

    @Override
    public long podLimit() {
        return podLimit;
    }

    @Override
    public long allocatable(String resource) {
        return amountAt(allocatable, index.applyAsInt(resource));
    }

    @Override
    public long allocatable(RequestedResource resource) {
        return amountAt(allocatable, resource.number());
    }

    @Override
    public long requested(RequestedResource resource) {
        return amountAt(used, resource.number());
    }

    @Override
    public Collection<SimulatedSchedulerPod> pods() {
        return pods.values();
    }

    @Override
    public List<SimulatedSchedulerPod> antiAffinityPods() {
        return jealous;
    }
}

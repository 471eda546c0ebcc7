package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.fixture.plan.SimulatedMachineCatalog.SimulatedMachineModel;
import tessera.demo.object.SimulatedMetadata;

/**
 * The boards of a node, always the same ones for the same node: from its labels and status, else from the machine catalog.
 *
 * @param hardware  the machines there are, and the MIG layouts that configurations name
 * @param divisions how boards are cut
 */
record SimulatedNodeGpus(SeededRandom random, SimulatedMachineCatalog hardware, SimulatedMigLayouts divisions) {

    static final String GAUDI = "habana.ai/gaudi";
    private static final String MIG = "nvidia.com/mig-";
    private static final String GKE = "cloud.google.com/gke-accelerator";

    List<SimulatedPhysicalGpu> boardsOf(JsonNode node) {
        var name = SimulatedMetadata.nameOf(node);
        var labels = node.path("metadata").path("labels");
        var capacity = node.path("status").path("capacity");
        var cuts = divisions.partitioningsOf(name);
        if (!cuts.isEmpty()) {
            return machineBoards(node, cuts);
        }
        int missing = capacity.path("nvidia.com/gpu").asInt()
                - node.path("status").path("allocatable").path("nvidia.com/gpu").asInt();
        if (labels.has("nvidia.com/gpu.product")) {
            return labelledBoards(name, labelled(labels), labels, missing);
        }
        if (labels.has(GKE)) {
            return labelledBoards(name, gke(labels), labels, missing);
        }
        if (capacity.has(GAUDI)) {
            int memory = machineOf(labels).map(SimulatedMachineModel::gpuMemory).orElse(0);
            return undividedBoards("gaudi", name,
                    new GpuModelCount(SimulatedGpuModel.forProduct(labels.path("habana.ai/device-type").asText("")),
                            capacity.path(GAUDI).asInt(), memory, 1));
        }
        return undividedBoards("amd", name,
                new GpuModelCount(SimulatedGpuModel.forProduct(labels.path("amd.com/gpu.product-name").asText("")),
                        capacity.path("amd.com/gpu").asInt(),
                        leadingNumber(labels.path("amd.com/gpu.vram").asText("")) * 1024, 1));
    }

    private Optional<SimulatedMachineModel> machineOf(JsonNode labels) {
        var instance = labels.path("node.kubernetes.io/instance-type").asText("");
        return hardware.models().stream().filter(model -> model.instance().equals(instance)).findFirst();
    }

    /** Returns boards of a vendor other than NVIDIA, which have no MIG and all answer. */
    private List<SimulatedPhysicalGpu> undividedBoards(String vendor, String node, GpuModelCount stock) {
        return IntStream.range(0, stock.count())
                .mapToObj(index -> new SimulatedPhysicalGpu(index, random.uidOf(vendor, node, Integer.toString(index)),
                        stock.model(), stock.model().busAddress(index), stock.memory(), List.of(), 1, false))
                .toList();
    }

    /** @param memory of one instance, in MiB */
    private record PartitionProfile(String name, int compute, int memory) {}

    /** Boards of one model that a node has. */
    private record GpuModelCount(SimulatedGpuModel model, int count, int memory, int replicas) {}

    private static GpuModelCount labelled(JsonNode labels) {
        return new GpuModelCount(
                SimulatedGpuModel.forProduct(
                        labels.path("nvidia.com/gpu.product").asText("").replaceFirst("-SHARED$|-MIG-.*$", "")),
                leadingNumber(labels.path("nvidia.com/gpu.count").asText("")),
                leadingNumber(labels.path("nvidia.com/gpu.memory").asText("")),
                replicasOf(labels, "nvidia.com/gpu.replicas"));
    }

    /** As GKE labels a node pool. */
    private static GpuModelCount gke(JsonNode labels) {
        var model = SimulatedGpuModel.ofGke(labels.path(GKE).asText(""));
        return new GpuModelCount(model, leadingNumber(labels.path(GKE + "-count").asText("")), model.memory(),
                replicasOf(labels, "cloud.google.com/gke-max-shared-clients-per-gpu"));
    }

    /** @param missing how many boards the device plugin does not offer although they are there */
    private List<SimulatedPhysicalGpu> labelledBoards(String node, GpuModelCount stock, JsonNode labels, int missing) {
        var parts = boardInstances(labels, stock.count());
        int ill = missing > 0 ? unhealthyIndex(node, parts) : stock.count();
        return nvidiaBoards(node, stock,
                parts.stream()
                        .map(part -> profilesOf(part,
                                name -> new PartitionProfile(profileName(name),
                                        leadingNumber(labels.path(MIG + name + ".slices.ci").asText("")),
                                        leadingNumber(labels.path(MIG + name + ".memory").asText("")))))
                        .toList(),
                ill);
    }

    private List<SimulatedPhysicalGpu> machineBoards(JsonNode node, List<SimulatedGpuMigPartitioning> cuts) {
        var name = SimulatedMetadata.nameOf(node);
        var labels = node.path("metadata").path("labels");
        var machine = machineOf(labels).orElseThrow();
        int capacity = node.path("status").path("capacity").path("nvidia.com/gpu").asInt();
        int allocatable = node.path("status").path("allocatable").path("nvidia.com/gpu").asInt();
        var parts = cuts.stream().<Map<String, Integer>>map(SimulatedGpuMigPartitioning::instances).toList();
        int ill = capacity > allocatable && allocatable > 0 ? unhealthyIndex(name, parts) : cuts.size();
        var stock = new GpuModelCount(SimulatedGpuModel.forProduct(machine.product()), cuts.size(), machine.gpuMemory(),
                replicasOf(labels, "nvidia.com/gpu.replicas"));
        return nvidiaBoards(name, stock, parts.stream().map(part -> profilesOf(part, profile -> {
            var size = machine.profiles().get(profile);
            return size == null ? null : new PartitionProfile(profileName(profile), size.compute(), size.memory());
        })).toList(), ill);
    }

    /** Returns how many instances of each profile a board has, but for profiles that are not known. */
    private static Map<PartitionProfile, Integer> profilesOf(Map<String, Integer> instances,
            Function<String, @Nullable PartitionProfile> known) {
        var profiles = new HashMap<PartitionProfile, Integer>();
        instances.forEach((name, count) -> {
            var profile = known.apply(name);
            if (profile != null) {
                profiles.put(profile, count);
            }
        });
        return profiles;
    }

    private List<SimulatedPhysicalGpu> nvidiaBoards(String node, GpuModelCount stock,
            List<Map<PartitionProfile, Integer>> parts, int ill) {
        return IntStream.range(0, stock.count()).mapToObj(index -> {
            var uuid = "GPU-" + random.uidOf("gpu", node, Integer.toString(index));
            var instances = new SimulatedMigPartitioner(random, uuid, stock.memory()).createInstances(parts.get(index));
            return new SimulatedPhysicalGpu(index, uuid, stock.model(), stock.model().busAddress(index), stock.memory(),
                    instances, stock.replicas(), index == ill);
        }).toList();
    }

    private static int replicasOf(JsonNode labels, String label) {
        return Math.max(1, leadingNumber(labels.path(label).asText("")));
    }

    private static String profileName(String resource) {
        return resource.replaceFirst("\\.(me|gfx)", "+$1");
    }

    /** Returns the index of the unpartitioned board that is not offered; the count of boards for none. */
    private int unhealthyIndex(String node, List<Map<String, Integer>> parts) {
        var whole = IntStream.range(0, parts.size()).filter(index -> parts.get(index).isEmpty()).toArray();
        return whole.length == 0 ? parts.size() : whole[random.numberBelow("ill/" + node, whole.length)];
    }

    /**
     * Returns the MIG instances by profile of each board. Labels only say how many instances of each profile a node has; the layout by the name of
     * its configuration says on which boards, unless it is another than what the labels count.
     */
    private List<Map<String, Integer>> boardInstances(JsonNode labels, int count) {
        var counted = new TreeMap<String, Integer>();
        labels.properties().forEach(label -> {
            if (label.getKey().startsWith(MIG) && label.getKey().endsWith(".count")) {
                counted.put(label.getKey().substring(MIG.length(), label.getKey().length() - ".count".length()),
                        leadingNumber(label.getValue().asText()));
            }
        });
        var laid = new ArrayList<Map<String, Integer>>();
        hardware.layouts().getOrDefault(labels.path("nvidia.com/mig.config").asText(""), List.of()).forEach(part -> {
            for (int i = 0; i < part.gpus(); i++) {
                laid.add(part.instances());
            }
        });
        var sum = new TreeMap<String, Integer>();
        for (var board : laid) {
            board.forEach((profile, number) -> sum.merge(profile, number, Integer::sum));
        }
        return laid.size() == count && sum.equals(counted) ? laid : distributeEvenly(counted, count);
    }

    /** Distributes instances evenly, which is right where all boards are partitioned alike. */
    private static List<Map<String, Integer>> distributeEvenly(Map<String, Integer> counted, int boards) {
        var parts = new ArrayList<Map<String, Integer>>();
        for (int i = 0; i < boards; i++) {
            var part = new TreeMap<String, Integer>();
            for (var profile : counted.entrySet()) {
                int each = profile.getValue() / boards + (i < profile.getValue() % boards ? 1 : 0);
                if (each > 0) {
                    part.put(profile.getKey(), each);
                }
            }
            parts.add(part);
        }
        return parts;
    }

    /** Parses the number a text begins with; 0 for none. */
    private static int leadingNumber(String text) {
        var digits = text.replaceFirst("\\D.*$", "");
        return digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
    }

    /**
     * Partitions a board as the driver does: the largest instances first, each where there is room.
     *
     * @param gpuUuid  the board's uuid
     * @param memory of the board, in MiB
     */
    private record SimulatedMigPartitioner(SeededRandom random, String gpuUuid, int memory) {

        private static final int SLICES = 8;

        /** @param wanted how many of each profile; what finds no room is left out */
        List<SimulatedMigInstance> createInstances(Map<PartitionProfile, Integer> wanted) {
            var instances = new ArrayList<SimulatedMigInstance>();
            var taken = new BitSet(SLICES);
            wanted.keySet().stream().sorted(Comparator.comparingInt(PartitionProfile::compute)
                    .thenComparingInt(PartitionProfile::memory).reversed().thenComparing(PartitionProfile::name))
                    .forEach(profile -> {
                        for (int i = 0; i < wanted.getOrDefault(profile, 0); i++) {
                            placeInstance(profile, taken, instances);
                        }
                    });
            return instances;
        }

        private void placeInstance(PartitionProfile profile, BitSet taken, List<SimulatedMigInstance> instances) {
            int size = Math.clamp(Math.round((float) SLICES * profile.memory() / memory), 1, SLICES);
            for (int start : placementStarts(profile.compute(), size)) {
                if (taken.get(start, start + size).isEmpty()) {
                    taken.set(start, start + size);
                    int id = instanceId(start, size);
                    instances.add(
                            new SimulatedMigInstance(id, "MIG-" + random.uidOf("mig", gpuUuid, Integer.toString(id)),
                                    profile.name(), profile.compute(), start, size, profile.memory()));
                    return;
                }
            }
        }

        /** Returns the possible starts of an instance, in the order in which drivers try them. */
        private static int[] placementStarts(int compute, int size) {
            return switch (size) {
                case 8 -> new int[] {0};
                case 4 -> compute == 4 ? new int[] {0} : new int[] {4, 0};
                case 2 -> compute == 2 ? new int[] {2, 0, 4} : new int[] {0, 2, 4, 6};
                default -> IntStream.range(0, SLICES - 1).toArray();
            };
        }

        /** Returns the instance id; each size has its own range of numbers. */
        private static int instanceId(int start, int size) {
            return switch (size) {
                case 8 -> 0;
                case 4 -> 1 + start / 4;
                case 2 -> 3 + start / 2;
                default -> 7 + start;
            };
        }
    }
}

package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

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

    /** Returns the boards of a node; none if it has none of a known kind. */
    List<SimulatedPhysicalGpu> boardsOf(JsonNode node) {
        var name = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        var labels = node.path("metadata").path("labels");
        var capacity = node.path("status").path("capacity");
        var cuts = divisions.partitioningsOf(name);
        if (!cuts.isEmpty()) {
            return machineBoards(node, cuts);
        }
        int missing = capacity.path("nvidia.com/gpu").asInt()
                - node.path("status").path("allocatable").path("nvidia.com/gpu").asInt();
        if (labels.has("nvidia.com/gpu.product")) {
            return whole(name, labelled(labels), labels, missing);
        }
        if (labels.has(GKE)) {
            return whole(name, gke(labels), labels, missing);
        }
        if (capacity.has(GAUDI)) {
            return gaudiBoards(name, labels, capacity.path(GAUDI).asInt());
        }
        var boards = new ArrayList<SimulatedPhysicalGpu>();
        var model = SimulatedGpuModel.forProduct(SimulatedStoreJsonCodec.textAt(labels, "amd.com/gpu.product-name"));
        int memory = leadingNumber(SimulatedStoreJsonCodec.textAt(labels, "amd.com/gpu.vram")) * 1024;
        for (int i = 0; i < capacity.path("amd.com/gpu").asInt(); i++) {
            boards.add(
                    new SimulatedPhysicalGpu(i, random.uidOf("amd", name, Integer.toString(i)), model,
                            model.busAddress(i),
                            memory,
                            List.of(), 1,
                            false));
        }
        return boards;
    }

    private List<SimulatedPhysicalGpu> gaudiBoards(String node, JsonNode labels, int count) {
        var model = SimulatedGpuModel.forProduct(SimulatedStoreJsonCodec.textAt(labels, "habana.ai/device-type"));
        int memory = hardware.models().stream()
                .filter(machineModel -> machineModel.instance()
                        .equals(SimulatedStoreJsonCodec.textAt(labels, "node.kubernetes.io/instance-type")))
                .mapToInt(SimulatedMachineCatalog.SimulatedMachineModel::gpuMemory).findFirst().orElse(0);
        return IntStream.range(0, count)
                .mapToObj(index -> new SimulatedPhysicalGpu(index, random.uidOf("gaudi", node, Integer.toString(index)),
                        model, model.busAddress(index), memory, List.of(), 1, false))
                .toList();
    }

    /** Boards of one model that a node has. */
    private record GpuModelCount(SimulatedGpuModel model, int count, int memory, int replicas) {}

    /** As feature discovery labels them. */
    private static GpuModelCount labelled(JsonNode labels) {
        return new GpuModelCount(
                SimulatedGpuModel.forProduct(
                        SimulatedStoreJsonCodec.textAt(labels, "nvidia.com/gpu.product")
                                .replaceFirst("-SHARED$|-MIG-.*$", "")),
                leadingNumber(SimulatedStoreJsonCodec.textAt(labels, "nvidia.com/gpu.count")),
                leadingNumber(SimulatedStoreJsonCodec.textAt(labels, "nvidia.com/gpu.memory")),
                Math.max(1, leadingNumber(SimulatedStoreJsonCodec.textAt(labels, "nvidia.com/gpu.replicas"))));
    }

    /** As GKE labels a node pool. */
    private static GpuModelCount gke(JsonNode labels) {
        var model = SimulatedGpuModel.ofGke(SimulatedStoreJsonCodec.textAt(labels, GKE));
        return new GpuModelCount(model, leadingNumber(SimulatedStoreJsonCodec.textAt(labels, GKE + "-count")),
                model.memory(),
                Math.max(1,
                        leadingNumber(SimulatedStoreJsonCodec.textAt(labels,
                                "cloud.google.com/gke-max-shared-clients-per-gpu"))));
    }

    /** @param missing how many boards the device plugin does not offer although they are there */
    private List<SimulatedPhysicalGpu> whole(String node, GpuModelCount stock, JsonNode labels, int missing) {
        var parts = boardInstances(labels, stock.count());
        int ill = missing > 0 ? unhealthyIndex(node, parts) : stock.count();
        var boards = new ArrayList<SimulatedPhysicalGpu>();
        for (int i = 0; i < stock.count(); i++) {
            var uuid = "GPU-" + random.uidOf("gpu", node, Integer.toString(i));
            var wanted = parts.get(i);
            boards.add(new SimulatedPhysicalGpu(i, uuid, stock.model(), stock.model().busAddress(i), stock.memory(),
                    new SimulatedMigPartitioner(random, uuid, stock.memory())
                            .createInstances(cutProfiles(labels, wanted)),
                    stock.replicas(),
                    i == ill));
        }
        return boards;
    }

    /** Returns the boards of a known machine with its MIG partitioning. */
    private List<SimulatedPhysicalGpu> machineBoards(JsonNode node, List<SimulatedGpuMigPartitioning> cuts) {
        var name = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        var labels = node.path("metadata").path("labels");
        var machineModel = hardware.models().stream()
                .filter(each -> each.instance()
                        .equals(SimulatedStoreJsonCodec.textAt(labels, "node.kubernetes.io/instance-type")))
                .findFirst().orElseThrow();
        var model = SimulatedGpuModel.forProduct(machineModel.product());
        int replicas = Math.max(1, leadingNumber(SimulatedStoreJsonCodec.textAt(labels, "nvidia.com/gpu.replicas")));
        var status = node.path("status");
        boolean missing = status.path("capacity").path("nvidia.com/gpu").asInt() > status.path("allocatable")
                .path("nvidia.com/gpu").asInt() && status.path("allocatable").path("nvidia.com/gpu").asInt() > 0;
        int ill = missing
                ? unhealthyIndex(name,
                        cuts.stream().<Map<String, Integer>>map(SimulatedGpuMigPartitioning::instances).toList())
                : cuts.size();
        var boards = new ArrayList<SimulatedPhysicalGpu>();
        for (int i = 0; i < cuts.size(); i++) {
            var uuid = "GPU-" + random.uidOf("gpu", name, Integer.toString(i));
            var wanted = new HashMap<SimulatedMigPartitioner.PartitionProfile, Integer>();
            cuts.get(i).instances().forEach((profile, count) -> {
                var size = machineModel.profiles().get(profile);
                if (size != null) {
                    wanted.put(
                            new SimulatedMigPartitioner.PartitionProfile(profileName(profile), size.compute(),
                                    size.memory()),
                            count);
                }
            });
            boards.add(new SimulatedPhysicalGpu(i, uuid, model, model.busAddress(i), machineModel.gpuMemory(),
                    new SimulatedMigPartitioner(random, uuid, machineModel.gpuMemory()).createInstances(wanted),
                    replicas,
                    i == ill));
        }
        return boards;
    }

    /** Returns a profile's name as the driver writes it. */
    private static String profileName(String resource) {
        return resource.replaceFirst("\\.(me|gfx)", "+$1");
    }

    /** Returns the index of the unpartitioned board that is not offered; the count of boards for none. */
    private int unhealthyIndex(String node, List<Map<String, Integer>> parts) {
        var whole = IntStream.range(0, parts.size()).filter(index -> parts.get(index).isEmpty()).toArray();
        return whole.length == 0 ? parts.size() : whole[random.numberBelow("ill/" + node, whole.length)];
    }

    private static Map<SimulatedMigPartitioner.PartitionProfile, Integer> cutProfiles(JsonNode labels,
            Map<String, Integer> wanted) {
        var profiles = new HashMap<SimulatedMigPartitioner.PartitionProfile, Integer>();
        wanted.forEach((name, count) -> profiles.put(
                new SimulatedMigPartitioner.PartitionProfile(profileName(name),
                        leadingNumber(SimulatedStoreJsonCodec.textAt(labels, MIG + name + ".slices.ci")),
                        leadingNumber(SimulatedStoreJsonCodec.textAt(labels, MIG + name + ".memory"))),
                count));
        return profiles;
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
        hardware.layouts().getOrDefault(SimulatedStoreJsonCodec.textAt(labels, "nvidia.com/mig.config"), List.of())
                .forEach(part -> {
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

        /** @param memory of one instance, in MiB */
        record PartitionProfile(String name, int compute, int memory) {}

        /** @param wanted how many of each profile; what finds no room is left out */
        List<SimulatedMigInstance> createInstances(Map<PartitionProfile, Integer> wanted) {
            var instances = new ArrayList<SimulatedMigInstance>();
            var taken = new BitSet(SLICES);
            wanted.keySet().stream()
                    .sorted(Comparator.comparingInt(PartitionProfile::compute)
                            .thenComparingInt(PartitionProfile::memory)
                            .reversed().thenComparing(PartitionProfile::name))
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
                                    profile.name(),
                                    profile.compute(), start, size, profile.memory()));
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

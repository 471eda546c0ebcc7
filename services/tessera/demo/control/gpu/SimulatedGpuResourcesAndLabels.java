package tessera.demo.control.gpu;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.demo.control.gpu.SimulatedGpuSharingMode.SharingStrategyKind;
import tessera.demo.fixture.plan.SimulatedMachineCatalog.SimulatedMachineModel;
import tessera.demo.telemetry.SimulatedGpuMigPartitioning;

/**
 * Extended resources and labels that device plugin and GPU Feature Discovery derive from boards, MIG strategy and sharing.
 *
 * @param resources devices by name
 * @param labels    of the node
 * @param problemText   why the plugin ends instead; empty where it does not
 */
record SimulatedGpuResourcesAndLabels(SortedMap<String, Long> resources, SortedMap<String, String> labels,
        String problemText) {

    static final String GPU = "nvidia.com/gpu";
    private static final String MIG = "nvidia.com/mig-";
    private static final String SHARED = ".shared";

    SimulatedGpuResourcesAndLabels {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** Returns whether a resource is one of NVIDIA's devices, whole, shared or divided. */
    static boolean isDeviceResource(String resource) {
        return resource.equals(GPU) || resource.startsWith(GPU + ".") || resource.startsWith(MIG);
    }

    static SimulatedGpuResourcesAndLabels from(SimulatedMachineModel machineModel,
            List<SimulatedGpuMigPartitioning> cuts, String strategy, SimulatedGpuSharingMode sharing) {
        return new GpuResourcesAndLabelsBuilder(machineModel, cuts, sharing).build(strategy);
    }

    /** Builder of the resources and labels of one node. */
    private record GpuResourcesAndLabelsBuilder(SimulatedMachineModel model,
            List<SimulatedGpuMigPartitioning> partitionings, SimulatedGpuSharingMode sharing,
            SortedMap<String, Long> resources, SortedMap<String, String> labels) {

        GpuResourcesAndLabelsBuilder(SimulatedMachineModel model, List<SimulatedGpuMigPartitioning> cuts,
                SimulatedGpuSharingMode sharing) {
            this(model, cuts, sharing, new TreeMap<>(), new TreeMap<>());
        }

        SimulatedGpuResourcesAndLabels build(String strategy) {
            boolean divided = partitionings.stream().anyMatch(SimulatedGpuMigPartitioning::enabled);
            addBoardLabels();
            if (!strategy.equals("none")) {
                labels.put("nvidia.com/mig.strategy", strategy);
            }
            var problemText = switch (strategy) {
                case "single" -> divided ? singleStrategyProblem() : addWholeGpus(partitionings.size());
                case "mixed" -> addMixedStrategy();
                default -> addWholeGpus(partitionings.size());
            };
            if (problemText.isEmpty() && divided && sharing.kind() == SharingStrategyKind.MPS) {
                problemText = "sharing using MPS is not supported for MIG devices";
                resources.replaceAll((_, _) -> 0L);
            }
            return new SimulatedGpuResourcesAndLabels(resources, labels, problemText);
        }

        private void addBoardLabels() {
            putLabel("product", model.product());
            putLabel("count", Integer.toString(partitionings.size()));
            putLabel("memory", Integer.toString(model.gpuMemory()));
            putLabel("replicas", "1");
            putLabel("sharing-strategy", SharingStrategyKind.NONE.label());
            labels.put("nvidia.com/mig.capable", Boolean.toString(model.migCapable()));
            labels.put("nvidia.com/mps.capable", Boolean.toString(sharing.kind() == SharingStrategyKind.MPS));
        }

        private void putLabel(String key, String value) {
            labels.put(GPU + "." + key, value);
        }

        /** Adds undivided GPUs and the labels of their sharing. */
        private String addWholeGpus(long count) {
            addShares(GPU, count);
            int replicas = sharing.replicasOf(GPU);
            if (replicas > 1) {
                putLabel("replicas", Integer.toString(replicas));
                putLabel("sharing-strategy", sharing.kind().label());
                labels.computeIfPresent(GPU + ".product", (_, product) -> product + sharedSuffix(GPU));
            }
            return "";
        }

        /** Adds the shares of a resource, under a name of their own if the sharing wants that. */
        private void addShares(String resource, long count) {
            int replicas = sharing.replicasOf(resource);
            boolean renamed = replicas > 1 && sharing.renamed();
            resources.put(resource, renamed ? 0 : count * replicas);
            if (renamed) {
                resources.put(resource + SHARED, count * replicas);
            }
        }

        private String sharedSuffix(String resource) {
            return sharing.replicasOf(resource) > 1 && !sharing.renamed() ? "-SHARED" : "";
        }

        /** Adds the instances under the single strategy, which requires equal instances on every board. */
        private String singleStrategyProblem() {
            var profiles = new HashSet<String>();
            partitionings.forEach(partitioning -> profiles.addAll(partitioning.instances().keySet()));
            var empty = partitionings.stream().filter(partitioning -> partitioning.instances().isEmpty()).findFirst();
            var problemText = "";
            if (partitionings.stream().anyMatch(partitioning -> !partitioning.enabled())) {
                problemText = "all devices on the node must be configured with the same migEnabled value";
            } else if (empty.isPresent()) {
                problemText = "device %d has no MIG devices configured".formatted(partitionings.indexOf(empty.get()));
            } else if (profiles.size() > 1) {
                problemText = "more than one MIG device type present on node";
            }
            if (!problemText.isEmpty()) {
                putLabel("product", model.product() + "-MIG-INVALID");
                List.of("count", "replicas", "memory").forEach(key -> putLabel(key, "0"));
                putLabel("sharing-strategy", "");
                resources.put(GPU, 0L);
                return "invalid MIG configuration: " + problemText;
            }
            var name = profiles.iterator().next();
            long count = partitionings.stream()
                    .mapToLong(partitioning -> partitioning.instances().getOrDefault(name, 0)).sum();
            putLabel("product", model.product() + "-MIG-" + name);
            putLabel("count", Long.toString(count));
            addProfileLabels(name, GPU + ".");
            return addWholeGpus(count);
        }

        private void addProfileLabels(String name, String key) {
            var profile = model.profiles().get(name);
            if (profile == null) {
                return;
            }
            labels.put(key + "memory", Integer.toString(profile.memory()));
            labels.put(key + "multiprocessors", Integer.toString(profile.multiprocessors()));
            labels.put(key + "slices.gi", Integer.toString(profile.compute()));
            labels.put(key + "slices.ci", Integer.toString(profile.compute()));
            profile.engines().forEach((engine, count) -> labels.put(key + "engines." + engine, count.toString()));
        }

        private String addMixedStrategy() {
            long whole = partitionings.stream().filter(partitioning -> !partitioning.enabled()).count();
            if (whole > 0) {
                addWholeGpus(whole);
            } else {
                resources.put(GPU, 0L);
                putLabel("replicas", "0");
            }
            var counts = new TreeMap<String, Long>();
            for (var partitioning : partitionings) {
                partitioning.instances().forEach((name, count) -> counts.merge(name, (long) count, Long::sum));
            }
            counts.forEach(this::addInstances);
            return "";
        }

        private void addInstances(String name, long count) {
            var resource = MIG + name;
            var key = resource + ".";
            int replicas = sharing.replicasOf(resource);
            addShares(resource, count);
            labels.put(key + "count", Long.toString(count));
            labels.put(key + "product", model.product() + "-MIG-" + name + sharedSuffix(resource));
            labels.put(key + "replicas", Integer.toString(replicas));
            labels.put(key + "sharing-strategy", (replicas > 1 ? sharing.kind() : SharingStrategyKind.NONE).label());
            addProfileLabels(name, key);
        }
    }

    /** Returns the labels that earlier advertisements may have left and that must be removed. */
    List<String> staleLabels(Map<String, String> present) {
        return present.keySet().stream().filter(key -> !labels.containsKey(key))
                .filter(key -> key.startsWith(MIG) || key.equals("nvidia.com/mig.strategy")
                        || key.startsWith(GPU + ".slices.") || key.startsWith(GPU + ".engines.")
                        || key.equals(GPU + ".multiprocessors"))
                .toList();
    }
}

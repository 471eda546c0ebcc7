package tessera.demo.fleet.plan;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The labels of a node, kept apart by who writes them.
 *
 * @param own      by the kubelet and the provider of the machine
 * @param features by node feature discovery, that of the GPUs included
 * @param operator by the GPU operator, and by its users
 */
public record NodeLabels(SortedMap<String, String> own, SortedMap<String, String> features,
        SortedMap<String, String> operator) {

    private static final String GPU = "nvidia.com/gpu.";
    private static final String CUDA = "nvidia.com/cuda.";
    private static final String NFD = "feature.node.kubernetes.io/";
    public static final String REGION = "eu-central-1";

    public static NodeLabels of(NodePlan node) {
        var labels = new NodeLabels(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        labels.addOwn(node);
        labels.addFeatures(node);
        switch (node.model().vendor()) {
            case "nvidia" -> {
                labels.addDriver();
                labels.addNvidia(node);
                node.parts().forEach(part -> part.instances().keySet().forEach(name -> labels.addMig(node, name)));
                labels.addOperator(node);
            }
            case "amd" -> labels.addAmd(node.model());
            case "habana" -> labels.features.put("habana.ai/device-type", node.model().family());
            default -> {}
        }
        return labels;
    }

    public static String zone(NodePlan node) {
        return REGION + node.zone();
    }

    public SortedMap<String, String> all() {
        var all = new TreeMap<>(own);
        all.putAll(features);
        all.putAll(operator);
        return all;
    }

    private void addOwn(NodePlan node) {
        own.putAll(Map.of("kubernetes.io/arch", "amd64", "kubernetes.io/os", "linux", "kubernetes.io/hostname",
                node.name(), "node.kubernetes.io/instance-type", node.model().instance(),
                "topology.kubernetes.io/region", REGION, "topology.kubernetes.io/zone", zone(node),
                "topology.kubernetes.io/rack", node.rack(), "karpenter.sh/nodepool", node.model().pool(),
                "karpenter.sh/capacity-type", "reserved"));
        if (node.controlPlane()) {
            own.put("node-role.kubernetes.io/control-plane", "");
        }
        if (!node.dedicated().isEmpty()) {
            own.put("dedicated", node.dedicated());
        }
    }

    private void addFeatures(NodePlan node) {
        features.put(NFD + "cpu-cpuid.AVX512F", "true");
        features.put(NFD + "cpu-model.vendor_id", node.model().vendor().equals("amd") ? "AMD" : "Intel");
        features.put(NFD + "kernel-version.full", Facts.kernel(node));
        features.put(NFD + "system-os_release.ID", "ubuntu");
        features.put(NFD + "system-os_release.VERSION_ID", "24.04");
        var pci = Map.of("nvidia", "10de", "amd", "1002", "habana", "1da3").get(node.model().vendor());
        if (pci != null) {
            features.put(NFD + "pci-" + pci + ".present", "true");
        }
        if (node.model().rdma()) {
            features.put(NFD + "pci-15b3.present", "true");
        }
    }

    private void addDriver() {
        features.put(CUDA + "driver-version.full", Facts.DRIVER);
        features.put(CUDA + "driver-version.major", "580");
        features.put(CUDA + "driver-version.minor", "126");
        features.put(CUDA + "driver-version.revision", "20");
        features.put(CUDA + "runtime-version.full", "13.0");
        features.put(CUDA + "runtime-version.major", "13");
        features.put(CUDA + "runtime-version.minor", "0");
    }

    private void addNvidia(NodePlan node) {
        var model = node.model();
        boolean divided = !node.parts().isEmpty();
        boolean whole = !divided || node.parts().stream().anyMatch(part -> part.instances().isEmpty());
        boolean shared = node.slices() > 0;
        features.put(GPU + "product", model.product() + (shared && !node.renamed() ? "-SHARED" : ""));
        features.put(GPU + "count", Integer.toString(model.gpus()));
        features.put(GPU + "memory", Integer.toString(model.gpuMemory()));
        features.put(GPU + "family", model.family());
        features.put(GPU + "machine", model.machine());
        features.put(GPU + "mode", "compute");
        features.put(GPU + "compute.major", model.computeMajor());
        features.put(GPU + "compute.minor", model.computeMinor());
        features.put(GPU + "replicas", shared ? Integer.toString(node.slices()) : whole ? "1" : "0");
        features.put(GPU + "sharing-strategy", shared ? "time-slicing" : "none");
        features.put("nvidia.com/gfd.timestamp", Long.toString(node.createdAt().getEpochSecond() + 240));
        features.put("nvidia.com/mig.capable", Boolean.toString(model.migCapable()));
        features.put("nvidia.com/mps.capable", "false");
        features.put("nvidia.com/vgpu.present", "false");
        features.put("nvidia.com/mig.strategy", "mixed");
    }

    private void addMig(NodePlan node, String name) {
        var profile = node.model().profiles().get(name);
        var key = "nvidia.com/mig-" + name + ".";
        if (profile == null) {
            return;
        }
        int count = node.parts().stream().mapToInt(part -> part.gpus() * part.instances().getOrDefault(name, 0)).sum();
        features.put(key + "count", Integer.toString(count));
        features.put(key + "product", node.model().product() + "-MIG-" + name);
        features.put(key + "memory", Integer.toString(profile.memory()));
        features.put(key + "multiprocessors", Integer.toString(profile.multiprocessors()));
        features.put(key + "slices.gi", Integer.toString(profile.compute()));
        features.put(key + "slices.ci", Integer.toString(profile.compute()));
        features.put(key + "replicas", "1");
        features.put(key + "sharing-strategy", "none");
        profile.engines().forEach((engine, number) -> features.put(key + "engines." + engine,
                Integer.toString(number)));
    }

    private void addOperator(NodePlan node) {
        operator.put(GPU + "present", "true");
        Operand.all().forEach(operand -> operator.put(operand.label(), "true"));
        operator.put("nvidia.com/gpu-driver-upgrade-state", "upgrade-done");
        if (!node.model().migCapable()) {
            operator.remove(GPU + "deploy.mig-manager");
        } else {
            operator.put("nvidia.com/mig.config", node.layout().isEmpty() ? "all-disabled" : node.layout());
            operator.put("nvidia.com/mig.config.state", "success");
        }
        if (node.slices() > 0) {
            operator.put("nvidia.com/device-plugin.config", node.renamed() ? "renamed-4" : "shared-4");
        }
    }

    private void addAmd(Hardware.Model model) {
        features.put(NFD + "amd-gpu", "true");
        for (var prefix : new String[] {"amd.com/gpu.", "beta.amd.com/gpu."}) {
            features.put(prefix + "product-name", model.product());
            features.put(prefix + "vram", model.gpuMemory() / 1024 + "G");
            features.put(prefix + "family", model.family());
            features.put(prefix + "product-name." + model.product(), Integer.toString(model.gpus()));
        }
        features.put("amd.com/gpu.compute-partitioning-supported", "true");
        features.put("amd.com/gpu.compute-memory-partition", "spx_nps1");
    }
}

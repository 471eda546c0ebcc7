package tessera.demo.control.gpu;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.telemetry.SimulatedGpuMigPartitioning;
import tessera.mig.DefaultMigConfigs;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.yaml.KubernetesYamlReader;

/** Resolver of named MIG configurations to the partitioning of a node's boards. */
final class SimulatedMigConfigResolver {

    private static final int RESOURCE_PREFIX = "nvidia.com/mig-".length();

    private final SimulatedClusterPolicies policies;
    private final SimulatedDevicePluginConfigMounts mounts;
    private final MigProductCatalog products = MigProductCatalog.bundled();

    /** The result of resolving a MIG configuration. */
    sealed interface MigConfigResolution {

        /** The result for an unknown configuration name. */
        record UnknownMigConfig() implements MigConfigResolution {}

        /** The result for a configuration that the boards do not support. */
        record UnsupportedMigConfig(String problem) implements MigConfigResolution {}

        /** One partitioning for each board of the node. */
        record BoardPartitionings(List<SimulatedGpuMigPartitioning> partitionings) implements MigConfigResolution {}
    }

    SimulatedMigConfigResolver(SimulatedClusterPolicies policies, SimulatedDevicePluginConfigMounts mounts) {
        this.policies = policies;
        this.mounts = mounts;
    }

    /** @param present how the boards are cut now: those that a configuration does not speak of stay so */
    MigConfigResolution resolve(SimulatedGpuMachine node, String name, List<SimulatedGpuMigPartitioning> present) {
        var product = products.findByLabel(node.model().product());
        var config = configsOf(node).get(name);
        if (config == null) {
            return new MigConfigResolution.UnknownMigConfig();
        }
        if (product.isEmpty()) {
            return new MigConfigResolution.UnsupportedMigConfig(node.model().product() + " cannot be divided");
        }
        var gpu = new MigConfig.TargetGpu(product.get(), "");
        var nodeConfigEffect = config.intentFor(Collections.nCopies(present.size(), gpu));
        if (!nodeConfigEffect.problems().isEmpty()) {
            return new MigConfigResolution.UnsupportedMigConfig(nodeConfigEffect.problems().getFirst());
        }
        var cuts = new ArrayList<SimulatedGpuMigPartitioning>();
        for (int i = 0; i < present.size(); i++) {
            cuts.add(switch (nodeConfigEffect.gpus().get(i)) {
                case MigConfig.MigConfigGpuEffect.MigDisabledGpu _ -> SimulatedGpuMigPartitioning.WHOLE;
                case MigConfig.MigConfigGpuEffect.PartitionedGpu(var layout) -> partitioningOf(layout);
                case null, default -> present.get(i);
            });
        }
        return new MigConfigResolution.BoardPartitionings(cuts);
    }

    private static SimulatedGpuMigPartitioning partitioningOf(MigLayout layout) {
        var instances = new TreeMap<String, Integer>();
        layout.combination().counts()
                .forEach((profile, count) -> instances.put(profile.resourceName().substring(RESOURCE_PREFIX), count));
        return SimulatedGpuMigPartitioning.ofInstances(instances);
    }

    /** Returns the configurations of a node: those of the policy's ConfigMap, or else those its MIG manager generates. */
    private Map<String, MigConfig> configsOf(SimulatedGpuMachine node) {
        var name = policies.effectiveSpec().migConfigMapName();
        if (name.isEmpty()) {
            return productOf(node).<Map<String, MigConfig>>map(DefaultMigConfigs::forProduct).orElse(Map.of());
        }
        var text = mounts.findConfigMap(name).map(data -> data.path("config.yaml").asText()).orElse("");
        try {
            return MigConfigFile.read(KubernetesYamlReader.read(text)).configs();
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** Returns the GPU product of a node, if it supports MIG. */
    Optional<MigProduct> productOf(SimulatedGpuMachine node) {
        if (node.model().migCapable()) {
            return products.findByLabel(node.model().product());
        }
        return Optional.empty();
    }
}

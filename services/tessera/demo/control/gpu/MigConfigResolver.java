package tessera.demo.control.gpu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.demo.control.gpu.GpuNodeRegistry.GpuMachine;
import tessera.demo.telemetry.SimulatedMigPartitioning;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.StandardConfigs;

/** Resolver of named MIG configurations to the partitioning of a node's boards. */
final class MigConfigResolver {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final int RESOURCE_PREFIX = "nvidia.com/mig-".length();

    private final ClusterPolicies policies;
    private final MountedPluginConfigs mounts;
    private final MigProducts products = MigProducts.bundled();

    /** The result of resolving a MIG configuration. */
    sealed interface TargetAnswer {

        /** The result for an unknown configuration name. */
        record UnknownConfig() implements TargetAnswer {}

        /** The result for a configuration that the boards do not support. */
        record UnfitConfig(String problem) implements TargetAnswer {}

        /** One partitioning for each board of the node. */
        record BoardPartitionings(List<SimulatedMigPartitioning> partitionings) implements TargetAnswer {}
    }

    MigConfigResolver(ClusterPolicies policies, MountedPluginConfigs mounts) {
        this.policies = policies;
        this.mounts = mounts;
    }

    /** @param present how the boards are cut now: those that a configuration does not speak of stay so */
    TargetAnswer resolve(GpuMachine node, String name, List<SimulatedMigPartitioning> present) {
        var product = products.findByLabel(node.model().product());
        var config = configsOf(node).get(name);
        if (config == null) {
            return new TargetAnswer.UnknownConfig();
        }
        if (product.isEmpty()) {
            return new TargetAnswer.UnfitConfig(node.model().product() + " cannot be divided");
        }
        var gpu = new MigConfig.TargetGpu(product.get(), "");
        var intent = config.intentFor(Collections.nCopies(present.size(), gpu));
        if (!intent.problems().isEmpty()) {
            return new TargetAnswer.UnfitConfig(intent.problems().getFirst());
        }
        var cuts = new ArrayList<SimulatedMigPartitioning>();
        for (int i = 0; i < present.size(); i++) {
            cuts.add(switch (intent.gpus().get(i)) {
                case MigConfig.Plan.Off _ -> SimulatedMigPartitioning.WHOLE;
                case MigConfig.Plan.CutResult(var layout) -> partitioningOf(layout);
                case null, default -> present.get(i);
            });
        }
        return new TargetAnswer.BoardPartitionings(cuts);
    }

    private static SimulatedMigPartitioning partitioningOf(MigLayout layout) {
        var instances = new TreeMap<String, Integer>();
        layout.combination().counts()
                .forEach((profile, count) -> instances.put(profile.resourceName().substring(RESOURCE_PREFIX), count));
        return SimulatedMigPartitioning.ofInstances(instances);
    }

    /** Returns the configurations of a node: those of the policy's ConfigMap, or else those its MIG manager generates. */
    private Map<String, MigConfig> configsOf(GpuMachine node) {
        var name = policies.effectiveSpec().migConfigMapName();
        if (name.isEmpty()) {
            return productOf(node).<Map<String, MigConfig>>map(StandardConfigs::forProduct).orElse(Map.of());
        }
        var text = mounts.findConfigMap(name).map(data -> data.path("config.yaml").asText()).orElse("");
        try {
            return MigConfigFile.read(YAML.readTree(text)).configs();
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }

    /** Returns the GPU product of a node, if it supports MIG. */
    Optional<MigProduct> productOf(GpuMachine node) {
        return node.model().migCapable() ? products.findByLabel(node.model().product()) : Optional.empty();
    }
}

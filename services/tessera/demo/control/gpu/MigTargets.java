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
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.telemetry.MigPartitioning;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.StandardConfigs;

/** What named MIG configurations mean for the boards of a node. */
final class MigTargets {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final int RESOURCE_PREFIX = "nvidia.com/mig-".length();

    private final ClusterPolicies policies;
    private final MountedConfigs mounts;
    private final MigProducts products = MigProducts.bundled();

    /** The answer. */
    sealed interface TargetAnswer {

        /** There is no configuration of that name. */
        record UnknownConfig() implements TargetAnswer {}

        /** The boards cannot be cut so. */
        record UnfitConfig(String why) implements TargetAnswer {}

        /** One cut for each board. */
        record BoardCuts(List<MigPartitioning> cuts) implements TargetAnswer {}
    }

    MigTargets(ClusterPolicies policies, MountedConfigs mounts) {
        this.policies = policies;
        this.mounts = mounts;
    }

    /** @param present how the boards are cut now: those that a configuration does not speak of stay so */
    TargetAnswer of(GpuMachine node, String name, List<MigPartitioning> present) {
        var product = products.byLabel(node.model().product());
        var config = configs(node).get(name);
        if (config == null) {
            return new TargetAnswer.UnknownConfig();
        }
        if (product.isEmpty()) {
            return new TargetAnswer.UnfitConfig(node.model().product() + " cannot be divided");
        }
        var gpu = new MigConfig.TargetGpu(product.get(), "");
        var intent = config.intended(Collections.nCopies(present.size(), gpu));
        if (!intent.problems().isEmpty()) {
            return new TargetAnswer.UnfitConfig(intent.problems().getFirst());
        }
        var cuts = new ArrayList<MigPartitioning>();
        for (int i = 0; i < present.size(); i++) {
            cuts.add(switch (intent.gpus().get(i)) {
                case MigConfig.Plan.Off _ -> MigPartitioning.WHOLE;
                case MigConfig.Plan.CutResult(var layout) -> cut(layout);
                case null, default -> present.get(i);
            });
        }
        return new TargetAnswer.BoardCuts(cuts);
    }

    private static MigPartitioning cut(MigLayout layout) {
        var instances = new TreeMap<String, Integer>();
        layout.combination().counts()
                .forEach((profile, count) -> instances.put(profile.resource().substring(RESOURCE_PREFIX), count));
        return MigPartitioning.into(instances);
    }

    /** The configurations a node offers: those of the policy's ConfigMap, or else those its manager works out. */
    private Map<String, MigConfig> configs(GpuMachine node) {
        var name = policies.policy().migConfig();
        if (name.isEmpty()) {
            return product(node).<Map<String, MigConfig>>map(StandardConfigs::of).orElse(Map.of());
        }
        var text = mounts.map(name).map(data -> data.path("config.yaml").asText()).orElse("");
        try {
            return MigConfigFile.read(YAML.readTree(text)).configs();
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }

    /** What the boards of a node are, if they can be divided. */
    Optional<MigProduct> product(GpuMachine node) {
        return node.model().migCapable() ? products.byLabel(node.model().product()) : Optional.empty();
    }
}

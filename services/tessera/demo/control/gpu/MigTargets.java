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
import tessera.demo.control.gpu.GpuNodes.GpuNode;
import tessera.demo.signal.Cut;
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

    private final Policies policies;
    private final Mounts mounts;
    private final MigProducts products = MigProducts.bundled();

    /** The answer. */
    sealed interface Target {

        /** There is no configuration of that name. */
        record Unknown() implements Target {}

        /** The boards cannot be cut so. */
        record Unfit(String why) implements Target {}

        /** One cut for each board. */
        record Cuts(List<Cut> cuts) implements Target {}
    }

    MigTargets(Policies policies, Mounts mounts) {
        this.policies = policies;
        this.mounts = mounts;
    }

    /** @param present how the boards are cut now: those that a configuration does not speak of stay so */
    Target of(GpuNode node, String name, List<Cut> present) {
        var product = products.byLabel(node.model().product());
        var config = configs(node).get(name);
        if (config == null) {
            return new Target.Unknown();
        }
        if (product.isEmpty()) {
            return new Target.Unfit(node.model().product() + " cannot be divided");
        }
        var gpu = new MigConfig.Gpu(product.get(), "");
        var intent = config.intended(Collections.nCopies(present.size(), gpu));
        if (!intent.problems().isEmpty()) {
            return new Target.Unfit(intent.problems().getFirst());
        }
        var cuts = new ArrayList<Cut>();
        for (int i = 0; i < present.size(); i++) {
            cuts.add(switch (intent.gpus().get(i)) {
                case MigConfig.Plan.Off _ -> Cut.WHOLE;
                case MigConfig.Plan.Cut(var layout) -> cut(layout);
                case null, default -> present.get(i);
            });
        }
        return new Target.Cuts(cuts);
    }

    private static Cut cut(MigLayout layout) {
        var instances = new TreeMap<String, Integer>();
        layout.combination().counts()
                .forEach((profile, count) -> instances.put(profile.resource().substring(RESOURCE_PREFIX), count));
        return Cut.into(instances);
    }

    /** The configurations a node offers: those of the policy's ConfigMap, or else those its manager works out. */
    private Map<String, MigConfig> configs(GpuNode node) {
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
    Optional<MigProduct> product(GpuNode node) {
        return node.model().migCapable() ? products.byLabel(node.model().product()) : Optional.empty();
    }
}

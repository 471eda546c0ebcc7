package tessera.plan.node;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigProblem;
import tessera.mig.MigLayout;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.model.MigNodeLabels;
import tessera.plan.context.PlanTargetNode;
import tessera.text.TextExcerpt;

/** The resources that a node advertises once its GPUs have a MIG configuration. */
sealed interface PredictedMigResources {

    String GPU = "nvidia.com/gpu";

    /** A configuration that the GPUs cannot have. */
    record ImpossibleMigConfig(MigConfigProblem problem) implements PredictedMigResources {}

    /** A configuration that the present MIG strategy rules out. */
    record StrategyExcludedConfiguration(MigForecastProblem obstacle) implements PredictedMigResources {}

    /** A configuration with an outcome that cannot be predicted. */
    record UnpredictableResources(MigForecastProblem obstacle) implements PredictedMigResources {}

    /**
     * A possible configuration with the devices and labels that the node will have.
     *
     * @param devices how many of each resource
     * @param labels  what labels say of them; empty values for those that go
     */
    record PossibleMigResources(Map<String, Long> devices,
            Map<String, String> labels) implements PredictedMigResources {

        /** Returns whether the node has these devices already, as far as its capacity tells. */
        boolean matchesNode(PlanTargetNode node) {
            return devices.entrySet().stream().allMatch(device -> countShares(node,
                    device.getKey()) == device.getValue() * replicasOf(node, device.getKey()));
        }
    }

    /** Returns the number of devices of a resource on a node, each counted once however it is shared. */
    static long countDevices(PlanTargetNode node, String resource) {
        return countShares(node, resource) / replicasOf(node, resource);
    }

    private static long countShares(PlanTargetNode node, String resource) {
        return (long) parseNumber(node.capacity().getOrDefault(resource, ""))
                + parseNumber(node.capacity().getOrDefault(resource + ".shared", ""));
    }

    private static long replicasOf(PlanTargetNode node, String resource) {
        return Math.max(1, parseNumber(node.labels().getOrDefault(resource + ".replicas", "")));
    }

    static PredictedMigResources of(PlanTargetNode node, MigConfig config, MigProductCatalog products) {
        var label = node.labels().getOrDefault(GPU + ".product", "");
        var product = products.findByLabel(label);
        int count = parseNumber(node.labels().getOrDefault(GPU + ".count", ""));
        if (product.isEmpty()) {
            return new UnpredictableResources(new MigForecastProblem.UncataloguedGpuProduct(label));
        }
        if (label.contains("-MIG-") || count == 0) {
            return new UnpredictableResources(new MigForecastProblem.UnknownGpuCount());
        }
        var intended = config.intentFor(Collections.nCopies(count, new MigConfig.TargetGpu(product.get(), "")));
        if (!intended.problems().isEmpty()) {
            return new ImpossibleMigConfig(intended.problems().getFirst());
        }
        var cuts = intended.gpus().values().stream()
                .filter(MigConfig.MigConfigGpuEffect.PartitionedGpu.class::isInstance)
                .map(gpuConfigEffect -> ((MigConfig.MigConfigGpuEffect.PartitionedGpu) gpuConfigEffect).layout())
                .toList();
        long whole = intended.gpus().values().stream()
                .filter(MigConfig.MigConfigGpuEffect.MigDisabledGpu.class::isInstance).count();
        if (cuts.size() + whole < count) {
            return new UnpredictableResources(new MigForecastProblem.PartialMigConfig());
        }
        return switch (node.labels().getOrDefault(MigNodeLabels.STRATEGY, "none")) {
            case "mixed" -> mixedTarget(node, cuts, whole);
            case "single" -> singleTarget(cuts, whole);
            default -> cuts.isEmpty() ? new PossibleMigResources(Map.of(GPU, whole), Map.of())
                    : new StrategyExcludedConfiguration(new MigForecastProblem.MigStrategyNone());
        };
    }

    private static PredictedMigResources mixedTarget(PlanTargetNode node, List<MigLayout> cuts, long whole) {
        var devices = new TreeMap<String, Long>();
        // Resources and labels of the division before are to go.
        node.capacity().keySet().stream().map(PredictedMigResources::unsharedName)
                .filter(name -> MigProfile.ofResource(name).isPresent()).forEach(name -> devices.put(name, 0L));
        for (var layout : cuts) {
            layout.combination().counts()
                    .forEach((profile, number) -> devices.merge(profile.resourceName(), (long) number, Long::sum));
        }
        var labels = new TreeMap<String, String>();
        devices.forEach((name, number) -> labels.put(name + ".count", number == 0 ? "" : Long.toString(number)));
        devices.put(GPU, whole);
        return new PossibleMigResources(devices, labels);
    }

    private static String unsharedName(String resource) {
        return TextExcerpt.withoutSuffix(resource, ".shared");
    }

    private static PredictedMigResources singleTarget(List<MigLayout> cuts, long whole) {
        if (cuts.isEmpty()) {
            return new PossibleMigResources(Map.of(GPU, whole), Map.of(GPU + ".count", Long.toString(whole)));
        }
        var profiles = new HashSet<MigProfile>();
        cuts.forEach(layout -> profiles.addAll(layout.combination().counts().keySet()));
        if (whole > 0 || profiles.size() != 1 || cuts.stream().anyMatch(layout -> layout.instances().isEmpty())) {
            return new StrategyExcludedConfiguration(new MigForecastProblem.MigStrategySingle());
        }
        long number = cuts.stream().mapToLong(layout -> layout.instances().size()).sum();
        return new PossibleMigResources(Map.of(GPU, number), Map.of(GPU + ".count", Long.toString(number)));
    }

    private static int parseNumber(String text) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    }
}

package tessera.gpu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigConfig;
import tessera.mig.MigConfig.MigConfigGpuEffect;
import tessera.mig.MigConfig.TargetGpu;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigProfile;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** A matcher of what a node advertises with the MIG configuration that its MIG manager applied. */
final class AppliedMigConfigMatcher {

    private AppliedMigConfigMatcher() {}

    /** Returns the configuration that alone can tell how each MIG GPU of a node is cut; empty where an exporter does, or none can. */
    static Optional<String> sought(GpuNode node, @Nullable NodeReadings readings) {
        boolean told = readings != null && readings.devices().stream().anyMatch(DeviceReadings::isPartitioned);
        if (!told && node.groups().stream()
                .anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)) {
            return AppliedMigConfigInstances.appliedConfig(node.info().nodeSummary());
        }
        return Optional.empty();
    }

    /** Returns the division by a configuration; nothing if that is not what the node advertises. */
    static AppliedMigConfigInstances match(GpuNode node, MigConfig config, String source) {
        var product = node.placementTable().productOf(node.label());
        long count = node.groups().stream().mapToLong(NodeGpuAllocationGroup::count).sum();
        if (product.isEmpty() || !node.boardCount().isKnown() || count != node.boardCount().number()
                || AppliedMigConfigInstances.appliedConfig(node.info().nodeSummary()).filter(config.name()::equals)
                        .isEmpty()) {
            return AppliedMigConfigInstances.NONE;
        }
        var intended = config.intentFor(Collections.nCopies(Math.toIntExact(count), new TargetGpu(product.get(), "")));
        var gpus = new ArrayList<Optional<MigInstanceCombination>>();
        for (var gpuConfigEffect : intended.gpus().values()) {
            switch (gpuConfigEffect) {
                case MigConfigGpuEffect.MigDisabledGpu() -> gpus.add(Optional.empty());
                case MigConfigGpuEffect.PartitionedGpu(var layout) -> gpus.add(Optional.of(layout.combination()));
                case MigConfigGpuEffect.UnselectedGpu(),MigConfigGpuEffect.InapplicableConfig(_) -> {
                    return AppliedMigConfigInstances.NONE;
                }
            }
        }
        if (matchesAdvertised(node, gpus)) {
            return new AppliedMigConfigInstances("configuration %s of %s".formatted(config.name(), source), gpus);
        }
        return AppliedMigConfigInstances.NONE;
    }

    private static boolean matchesAdvertised(GpuNode node, List<Optional<MigInstanceCombination>> gpus) {
        var groups = node.groups().stream()
                .filter(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG).toList();
        var advertised = new HashMap<Optional<MigProfile>, Long>();
        for (var group : groups) {
            for (var use : group.uses()) {
                long units = Math.max(use.capacity(), use.allocatable());
                if (units > 0) {
                    advertised.merge(MigProfile.ofResource(use.resource()).or(node::uniformProfile),
                            units / NodeVendorBoards.sharesOfInstance(use.resource(), node.info().nodeSummary()),
                            Long::sum);
                }
            }
        }
        var configured = new HashMap<Optional<MigProfile>, Long>();
        gpus.stream().flatMap(Optional::stream).map(MigInstanceCombination::counts).map(Map::entrySet)
                .flatMap(counts -> counts.stream())
                .forEach(each -> configured.merge(Optional.of(each.getKey()), (long) each.getValue(), Long::sum));
        return configured.equals(advertised) && gpus.stream().filter(Optional::isPresent).count() == groups.stream()
                .mapToLong(NodeGpuAllocationGroup::count).sum();
    }
}

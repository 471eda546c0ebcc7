package tessera.gpu;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.gpu.MigGpuLayout.MigLayoutCertainty;
import tessera.gpu.MigGpuLayout.MigLayoutInstance;
import tessera.gpu.MigGpuLayout.MigLayoutSource;
import tessera.gpu.ReportedMigPlacements.GpuInstancePlacements;
import tessera.mig.MigLayout;
import tessera.mig.MigProduct;
import tessera.mig.MigProfile;
import tessera.mig.MigSliceMap;
import tessera.mig.PlacedGpuInstance;
import tessera.model.reading.NodeReadings;

/**
 * Derives the MIG layouts of a node's GPUs from exporter readings, or else from advertised resources. Where
 * instances lie neither says: they are put where a driver usually puts them, and nowhere on a product of which that is
 * not published.
 */
public final class MigLayoutDeriver {

    private final GpuNode node;
    private final DefaultMigPlacements defaultPlacements;
    private final ReportedMigPlacements reportedPlacements;

    private MigLayoutDeriver(GpuNode node, @Nullable NodeReadings readings, ReportedMigPlacements reportedPlacements) {
        this.node = node;
        this.defaultPlacements = DefaultMigPlacements.of(node, readings);
        this.reportedPlacements = reportedPlacements;
    }

    /** Returns the MIG GPUs of a fleet, node by node. */
    public static List<MigGpuLayout> layoutsOf(GpuFleet fleet) {
        var layouts = new ArrayList<MigGpuLayout>();
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().readingsOf(node.name());
            layouts.addAll(
                    layoutsOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), fleet.readings().at()));
        }
        return layouts;
    }

    /**
     * Returns the MIG GPUs of a node.
     *
     * @param tiles laid out with the same readings
     * @param now   the moment at which readings are fresh or not
     */
    public static List<MigGpuLayout> layoutsOf(GpuNode node, @Nullable NodeReadings readings,
            List<GpuHeatmapTile> tiles, Instant now) {
        return layoutsOf(node, readings, tiles, now, ReportedMigPlacements.NOTHING);
    }

    /**
     * Returns the MIG GPUs of a node with reported placements, or else those that ResourceSlices publish. What was told
     * counts only for a GPU that has the same instances still.
     */
    public static List<MigGpuLayout> layoutsOf(GpuNode node, @Nullable NodeReadings readings,
            List<GpuHeatmapTile> tiles, Instant now, ReportedMigPlacements reportedPlacements) {
        var devices = GpuDevice.devicesOf(node, readings, tiles, now);
        boolean any = tiles.stream().anyMatch(tile -> tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)
                || devices.stream().anyMatch(GpuDevice::isInstance);
        var known = reportedPlacements.hasAny() ? reportedPlacements : ReportedMigPlacements.publishedBy(node, now);
        if (any) {
            return new MigLayoutDeriver(node, readings, known).buildLayouts(devices, tiles);
        }
        return List.of();
    }

    private List<MigGpuLayout> buildLayouts(List<GpuDevice> devices, List<GpuHeatmapTile> tiles) {
        var layouts = new ArrayList<MigGpuLayout>();
        var untold = new ArrayList<MigLayoutInstance>();
        boolean divisible = isEvenlyDivisible();
        boolean configured = isConfigured(devices);
        for (int at = 0; at < devices.size(); at++) {
            var gpuDevice = devices.get(at);
            int end = at + 1;
            while (end < devices.size() && devices.get(end).isInstance()) {
                end++;
            }
            var instances = devices.subList(at + 1, end);
            at = end - 1;
            if (instances.stream().anyMatch(instance -> instance.instance() != null)) {
                layouts.add(layoutOf(gpuDevice, instances, MigLayoutCertainty.DERIVED_FROM_METRICS));
            } else if (configured && node.inventory().instances().instancesOf(gpuDevice.index()).isPresent()) {
                layouts.add(layoutOf(gpuDevice, instances, MigLayoutCertainty.DERIVED_FROM_CONFIGURATION));
            } else if (divisible && !instances.isEmpty()) {
                layouts.add(layoutOf(gpuDevice, instances, MigLayoutCertainty.DERIVED_FROM_LABELS));
            } else {
                instances.forEach(instance -> untold.add(new MigLayoutInstance(instance, null)));
            }
        }
        if (!untold.isEmpty()) {
            layouts.add(unassignedLayout(untold));
        }
        tiles.stream().filter(tile -> !configured && tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG
                && tile.parts().isEmpty()).forEach(tile -> layouts.add(unknownLayout(tile)));
        layouts.sort(Comparator.comparingInt(MigGpuLayout::index));
        return layouts;
    }

    private boolean isConfigured(List<GpuDevice> devices) {
        return node.inventory().instances().isKnown()
                && devices.stream().allMatch(device -> device.instance() == null && device.index() >= 0);
    }

    private MigGpuLayout layoutOf(GpuDevice gpuDevice, List<GpuDevice> instances,
            MigLayoutCertainty layoutCertaintyLevel) {
        return Optional.of(reportedPlacements).filter(ReportedMigPlacements::hasAny)
                .flatMap(known -> known.matchPlacements(gpuDevice, instances))
                .flatMap(matched -> exactLayout(gpuDevice, instances, matched))
                .orElseGet(() -> defaultLayout(gpuDevice, instances, layoutCertaintyLevel));
    }

    /** Returns the layout by reported placements; empty if this product cannot be divided so, and the report must mean another GPU. */
    private Optional<MigGpuLayout> exactLayout(GpuDevice gpuDevice, List<GpuDevice> instances,
            GpuInstancePlacements matched) {
        var pieces = new ArrayList<MigLayoutInstance>();
        var placed = new ArrayList<PlacedGpuInstance>();
        for (int at = 0; at < instances.size(); at++) {
            var placement = matched.placements().get(at);
            pieces.add(new MigLayoutInstance(instances.get(at), placement));
            MigProfile.parse(instances.get(at).profile())
                    .ifPresent(profile -> placed.add(new PlacedGpuInstance(profile.gpuInstance(), placement)));
        }
        pieces.sort(Comparator.comparingInt(MigLayoutInstance::startUnit));
        boolean alike = instances.stream().map(GpuDevice::profile).distinct().count() < instances.size();
        // Where slices publish them, they are laid out by their places.
        boolean apart = matched.byNumber() || (instances.stream().allMatch(each -> each.instance() == null)
                && ReportedMigPlacements.publishedBy(node, reportedPlacements.at()).hasAny());
        var reason = new MigLayoutReason.ReportedMigLayout(reportedPlacements.source(), alike && !apart);
        return defaultPlacements.product().map(product -> new MigLayout(product, placed)).filter(MigLayout::isLegal)
                .map(layout -> new MigGpuLayout(node, gpuDevice.index(), 1, gpuDevice.readings(),
                        defaultPlacements.product(), pieces, layout.sliceMap(),
                        new MigLayoutSource(MigLayoutCertainty.EXACT, reason.text())));
    }

    private MigGpuLayout defaultLayout(GpuDevice gpuDevice, List<GpuDevice> instances,
            MigLayoutCertainty layoutCertaintyLevel) {
        var names = instances.stream().map(GpuDevice::profile).toList();
        var places = defaultPlacements.placementsOf(names);
        var pieces = new ArrayList<MigLayoutInstance>();
        for (int at = 0; at < instances.size(); at++) {
            pieces.add(new MigLayoutInstance(instances.get(at), places.isEmpty() ? null : places.get(at)));
        }
        if (!places.isEmpty()) {
            pieces.sort(Comparator.comparingInt(MigLayoutInstance::startUnit));
        }
        return new MigGpuLayout(node, gpuDevice.index(), 1, gpuDevice.readings(), defaultPlacements.product(), pieces,
                sliceMap(names), new MigLayoutSource(layoutCertaintyLevel,
                        derivedReason(layoutCertaintyLevel, !places.isEmpty() || names.isEmpty()).text()));
    }

    private Optional<MigSliceMap> sliceMap(List<String> names) {
        return defaultPlacements.findLayout(names).flatMap(MigLayout::sliceMap);
    }

    private MigLayoutReason derivedReason(MigLayoutCertainty certainty, boolean placed) {
        long gpus = countGpus();
        boolean measured = certainty == MigLayoutCertainty.DERIVED_FROM_METRICS;
        var origin = switch (certainty) {
            case DERIVED_FROM_METRICS -> new MigLayoutReason.MigDerivation.MigDerivedFromMetrics();
            case DERIVED_FROM_CONFIGURATION ->
                new MigLayoutReason.MigDerivation.MigDerivedFromConfiguration(node.inventory().instances().source());
            default -> new MigLayoutReason.MigDerivation.MigGuessedFromResources(gpus);
        };
        return new MigLayoutReason.DerivedMigLayout(origin, measured ? 1 : gpus, placementBasis(placed),
                reportedPlacements.hasAny() ? reportedPlacements.source() : "");
    }

    private MigLayoutReason.MigPlacementBasis placementBasis(boolean placed) {
        var product = defaultPlacements.product();
        if (placed) {
            return product.filter(MigProduct::observed).isPresent() ? MigLayoutReason.MigPlacementBasis.USUAL
                    : MigLayoutReason.MigPlacementBasis.USUAL_OF_FAMILY;
        }
        if (product.isEmpty()) {
            return MigLayoutReason.MigPlacementBasis.UNKNOWN_PRODUCT;
        }
        return product.get().hasKnownPlacements() ? MigLayoutReason.MigPlacementBasis.IMPOSSIBLE
                : MigLayoutReason.MigPlacementBasis.UNPUBLISHED;
    }

    /** Returns all instances of the node's GPUs in one layout, when nothing assigns them to a GPU. */
    private MigGpuLayout unassignedLayout(List<MigLayoutInstance> pieces) {
        int gpus = (int) Math.min(countGpus(), Integer.MAX_VALUE);
        return new MigGpuLayout(node, -1, gpus, null, defaultPlacements.product(), pieces, Optional.empty(),
                new MigLayoutSource(MigLayoutCertainty.UNKNOWN, new MigLayoutReason.UnassignedMigLayout(gpus).text()));
    }

    private MigGpuLayout unknownLayout(GpuHeatmapTile tile) {
        return new MigGpuLayout(node, tile.index(), 1, tile.device(), defaultPlacements.product(), List.of(),
                Optional.empty(), new MigLayoutSource(MigLayoutCertainty.UNKNOWN,
                        new MigLayoutReason.UnreportedMigLayout(tile.device() != null).text()));
    }

    /** Returns whether GPUs with equal layouts add up to what the node advertises. */
    private boolean isEvenlyDivisible() {
        return node.groups().stream().filter(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)
                .allMatch(MigLayoutDeriver::dividesEvenly);
    }

    private static boolean dividesEvenly(NodeGpuAllocationGroup group) {
        return group.uses().stream()
                .allMatch(use -> Math.max(use.capacity(), use.allocatable()) % Math.max(1, group.count()) == 0);
    }

    private long countGpus() {
        return node.groups().stream().filter(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG)
                .mapToLong(NodeGpuAllocationGroup::count).sum();
    }
}

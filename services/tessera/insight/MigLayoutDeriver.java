package tessera.insight;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.insight.MigGpuLayout.LayoutCertaintyLevel;
import tessera.insight.MigGpuLayout.LayoutInstance;
import tessera.insight.MigGpuLayout.LayoutSource;
import tessera.insight.ReportedMigPlacements.GpuInstancePlacements;
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

    private static final String USUAL = "instances are drawn where the driver usually puts them";

    private final GpuNode node;
    private final DefaultMigPlacements usual;
    private final ReportedMigPlacements told;

    private MigLayoutDeriver(GpuNode node, @Nullable NodeReadings readings, ReportedMigPlacements told) {
        this.node = node;
        this.usual = DefaultMigPlacements.of(node, readings);
        this.told = told;
    }

    /** Returns the MIG GPUs of a fleet, node by node. */
    public static List<MigGpuLayout> layoutsOf(GpuFleet fleet) {
        var layouts = new ArrayList<MigGpuLayout>();
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().readingsOf(node.name());
            layouts.addAll(layoutsOf(node, readings, GpuTileLayout.tilesOf(node, readings), fleet.readings().at()));
        }
        return layouts;
    }

    /**
     * Returns the MIG GPUs of a node.
     *
     * @param tiles laid out with the same readings
     * @param now   the moment at which readings are fresh or not
     */
    public static List<MigGpuLayout> layoutsOf(GpuNode node, @Nullable NodeReadings readings, List<GpuMosaicTile> tiles,
            Instant now) {
        return layoutsOf(node, readings, tiles, now, ReportedMigPlacements.NOTHING);
    }

    /**
     * Returns the MIG GPUs of a node with reported placements, or else those that ResourceSlices publish. What was told
     * counts only for a GPU that has the same instances still.
     */
    public static List<MigGpuLayout> layoutsOf(GpuNode node, @Nullable NodeReadings readings, List<GpuMosaicTile> tiles,
            Instant now,
            ReportedMigPlacements told) {
        var devices = GpuDevice.devicesOf(node, readings, tiles, now);
        boolean any = tiles.stream().anyMatch(tile -> tile.form() == GpuGroup.GpuAllocationForm.MIG)
                || devices.stream().anyMatch(GpuDevice::isInstance);
        var known = told.hasAny() ? told : ReportedMigPlacements.publishedBy(node, now);
        return any ? new MigLayoutDeriver(node, readings, known).buildLayouts(devices, tiles) : List.of();
    }

    private List<MigGpuLayout> buildLayouts(List<GpuDevice> devices, List<GpuMosaicTile> tiles) {
        var layouts = new ArrayList<MigGpuLayout>();
        var untold = new ArrayList<LayoutInstance>();
        boolean divisible = isEvenlyDivisible();
        boolean configured = isConfigured(devices);
        for (int at = 0; at < devices.size(); at++) {
            var board = devices.get(at);
            int end = at + 1;
            while (end < devices.size() && devices.get(end).isInstance()) {
                end++;
            }
            var instances = devices.subList(at + 1, end);
            at = end - 1;
            if (instances.stream().anyMatch(instance -> instance.instance() != null)) {
                layouts.add(layoutOf(board, instances, LayoutCertaintyLevel.DERIVED_FROM_METRICS));
            } else if (configured && node.boards().cuts().instancesOf(board.index()).isPresent()) {
                layouts.add(layoutOf(board, instances, LayoutCertaintyLevel.DERIVED_FROM_CONFIGURATION));
            } else if (divisible && !instances.isEmpty()) {
                layouts.add(layoutOf(board, instances, LayoutCertaintyLevel.DERIVED_FROM_LABELS));
            } else {
                instances.forEach(instance -> untold.add(new LayoutInstance(instance, null)));
            }
        }
        if (!untold.isEmpty()) {
            layouts.add(unassignedLayout(untold));
        }
        tiles.stream()
                .filter(tile -> !configured && tile.form() == GpuGroup.GpuAllocationForm.MIG && tile.parts().isEmpty())
                .forEach(tile -> layouts.add(unknownLayout(tile)));
        layouts.sort(Comparator.comparingInt(MigGpuLayout::index));
        return layouts;
    }

    private boolean isConfigured(List<GpuDevice> devices) {
        return node.boards().cuts().isKnown()
                && devices.stream().allMatch(device -> device.instance() == null && device.index() >= 0);
    }

    private MigGpuLayout layoutOf(GpuDevice board, List<GpuDevice> instances,
            LayoutCertaintyLevel layoutCertaintyLevel) {
        return Optional.of(told).filter(ReportedMigPlacements::hasAny)
                .flatMap(known -> known.matchPlacements(board, instances))
                .flatMap(matched -> exactLayout(board, instances, matched))
                .orElseGet(() -> defaultLayout(board, instances, layoutCertaintyLevel));
    }

    /** Returns the layout by reported placements; empty if this product cannot be divided so, and the report must mean another GPU. */
    private Optional<MigGpuLayout> exactLayout(GpuDevice board, List<GpuDevice> instances,
            GpuInstancePlacements matched) {
        var pieces = new ArrayList<LayoutInstance>();
        var placed = new ArrayList<PlacedGpuInstance>();
        for (int at = 0; at < instances.size(); at++) {
            var placement = matched.placements().get(at);
            pieces.add(new LayoutInstance(instances.get(at), placement));
            MigProfile.parse(instances.get(at).profile())
                    .ifPresent(profile -> placed.add(new PlacedGpuInstance(profile.gpuInstance(), placement)));
        }
        pieces.sort(Comparator.comparingInt(LayoutInstance::startUnit));
        boolean alike = instances.stream().map(GpuDevice::profile).distinct().count() < instances.size();
        // Where slices publish them, they are laid out by their places.
        boolean apart = matched.byNumber() || (instances.stream().allMatch(each -> each.instance() == null)
                && ReportedMigPlacements.publishedBy(node, told.at()).hasAny());
        var sentence = "Told exactly by " + told.source() + "."
                + (alike && !apart ? " Which is which of those of one size is not told." : "");
        return usual.product().map(product -> new MigLayout(product, placed)).filter(MigLayout::isLegal)
                .map(layout -> new MigGpuLayout(node, board.index(), 1, board.readings(), usual.product(), pieces,
                        layout.sliceMap(), new LayoutSource(LayoutCertaintyLevel.EXACT, sentence)));
    }

    private MigGpuLayout defaultLayout(GpuDevice board, List<GpuDevice> instances,
            LayoutCertaintyLevel layoutCertaintyLevel) {
        var names = instances.stream().map(GpuDevice::profile).toList();
        var places = usual.placementsOf(names);
        var pieces = new ArrayList<LayoutInstance>();
        for (int at = 0; at < instances.size(); at++) {
            pieces.add(new LayoutInstance(instances.get(at), places.isEmpty() ? null : places.get(at)));
        }
        if (!places.isEmpty()) {
            pieces.sort(Comparator.comparingInt(LayoutInstance::startUnit));
        }
        return new MigGpuLayout(node, board.index(), 1, board.readings(), usual.product(), pieces, sliceMap(names),
                new LayoutSource(layoutCertaintyLevel,
                        sourceText(layoutCertaintyLevel, !places.isEmpty() || names.isEmpty())
                                + (told.hasAny() ? " What %s told does not fit it.".formatted(told.source()) : "")));
    }

    private Optional<MigSliceMap> sliceMap(List<String> names) {
        return usual.findLayout(names).flatMap(MigLayout::sliceMap);
    }

    private String sourceText(LayoutCertaintyLevel layoutCertaintyLevel, boolean placed) {
        var from = originText(layoutCertaintyLevel);
        if (placed) {
            return from + USUAL + (usual.product().filter(MigProduct::observed).isPresent() ? "."
                    : ", known from products of its family.");
        }
        if (usual.product().isEmpty()) {
            return from + "where instances lie is not known, because the product is not.";
        }
        return from + (usual.product().get().hasKnownPlacements()
                ? "these instances fit together on no GPU of this product, so they are only listed."
                : "where instances lie on this product is not published.");
    }

    private String originText(LayoutCertaintyLevel layoutCertaintyLevel) {
        if (layoutCertaintyLevel == LayoutCertaintyLevel.DERIVED_FROM_METRICS) {
            return "Derived from metrics; ";
        }
        long gpus = countGpus();
        if (layoutCertaintyLevel == LayoutCertaintyLevel.DERIVED_FROM_CONFIGURATION) {
            return "Derived from %s; %s".formatted(node.boards().cuts().source(), gpus == 1 ? ""
                    : "which pod is on which of %d GPUs is not known, and ".formatted(gpus));
        }
        return "Guessed from what the node advertises" + (gpus == 1 ? "; "
                : ", as if its %d MIG GPUs were cut alike; which pod is on which of them is not known, and "
                        .formatted(gpus));
    }

    /** Returns all instances of the node's GPUs in one layout, when nothing assigns them to a GPU. */
    private MigGpuLayout unassignedLayout(List<LayoutInstance> pieces) {
        int gpus = (int) Math.min(countGpus(), Integer.MAX_VALUE);
        return new MigGpuLayout(node, -1, gpus, null, usual.product(), pieces, Optional.empty(),
                new LayoutSource(LayoutCertaintyLevel.UNKNOWN,
                        "How each of the %d GPUs is cut is not known: the node counts its "
                                .formatted(gpus) + "instances together, and no exporter tells them apart."));
    }

    private MigGpuLayout unknownLayout(GpuMosaicTile tile) {
        return new MigGpuLayout(node, tile.index(), 1, tile.device(), usual.product(), List.of(), Optional.empty(),
                new LayoutSource(LayoutCertaintyLevel.UNKNOWN, "How this GPU is cut is not known: the exporter "
                        + (tile.device() == null ? "does not report it." : "reports no instance of it.")));
    }

    /** Returns whether GPUs with equal layouts add up to what the node advertises. */
    private boolean isEvenlyDivisible() {
        return node.groups().stream().filter(group -> group.form() == GpuGroup.GpuAllocationForm.MIG)
                .allMatch(group -> group.uses().stream().allMatch(
                        use -> Math.max(use.capacity(), use.allocatable()) % Math.max(1, group.count()) == 0));
    }

    private long countGpus() {
        return node.groups().stream().filter(group -> group.form() == GpuGroup.GpuAllocationForm.MIG)
                .mapToLong(GpuGroup::count)
                .sum();
    }
}

package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.MigGpuLayout.MigLayoutCertainty;
import tessera.gpu.MigGpuLayout.MigLayoutInstance;
import tessera.mig.MigProduct;
import tessera.model.reading.FleetReadings;

/** Tiles of a node's GPUs with MIG instances at their reported placements, or else at the driver's default ones. */
public final class MigPlacementTileFactory {

    private MigPlacementTileFactory() {}

    /**
     * Returns the GPUs of a node as all drawings of them show them.
     *
     * @param reportedPlacements where somebody told that instances lie
     */
    public static List<GpuHeatmapTile> tilesOf(GpuNode node, FleetReadings readings,
            ReportedMigPlacements reportedPlacements) {
        var reported = readings.readingsOf(node.name());
        var tiles = NodeGpuTileFactory.tilesOf(node, reported);
        if (!reportedPlacements.hasAny()) {
            return tiles;
        }
        var layouts = MigLayoutDeriver.layoutsOf(node, reported, tiles, readings.at(), reportedPlacements).stream()
                .filter(layout -> layout.source().certainty() == MigLayoutCertainty.EXACT).toList();
        return tiles.stream()
                .map(tile -> layouts.stream().filter(layout -> layout.index() >= 0 && layout.index() == tile.index())
                        .findFirst().map(layout -> placeTile(tile, layout)).orElse(tile))
                .toList();
    }

    private static GpuHeatmapTile placeTile(GpuHeatmapTile tile, MigGpuLayout layout) {
        int units = layout.product().map(MigProduct::memoryUnits).flatMap(MigPlacementTileFactory::boxedInt).orElse(0);
        var pieces = new ArrayList<>(layout.instances());
        var parts = new ArrayList<AllocatableGpuPart>();
        for (var part : tile.parts()) {
            var piece = pieces.stream().filter(candidate -> isSameInstance(candidate, part)).findFirst();
            var placement = piece.map(MigLayoutInstance::placement).orElse(null);
            if (placement == null || units == 0) {
                return tile;
            }
            piece.ifPresent(pieces::remove);
            parts.add(part.movedTo((double) placement.start() / units, (double) placement.size() / units));
        }
        parts.sort((one, other) -> Double.compare(one.start(), other.start()));
        return new GpuHeatmapTile(tile.form(), tile.status(), tile.index(), tile.device(), parts,
                tile.annotationEntry());
    }

    private static boolean isSameInstance(MigLayoutInstance layoutInstance, AllocatableGpuPart part) {
        var instance = layoutInstance.device().instance();
        return layoutInstance.device().profile().equals(part.name()) && (instance == null
                || part.instance() == AllocatableGpuPart.NO_INSTANCE || instance.id() == part.instance());
    }

    private static Optional<Integer> boxedInt(OptionalInt units) {
        if (units.isPresent()) {
            return Optional.of(units.getAsInt());
        }
        return Optional.empty();
    }
}

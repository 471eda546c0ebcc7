package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tessera.insight.GpuMosaicTile.AllocatableGpuPart;
import tessera.insight.MigGpuLayout.LayoutCertaintyLevel;
import tessera.insight.MigGpuLayout.LayoutInstance;
import tessera.mig.MigProduct;
import tessera.model.reading.FleetReadings;

/** Tiles of a node's GPUs with MIG instances at their reported placements, or else at the driver's default ones. */
public final class MigInstanceGpuTiles {

    private MigInstanceGpuTiles() {}

    /**
     * Returns the GPUs of a node as all drawings of them show them.
     *
     * @param told where somebody told that instances lie
     */
    public static List<GpuMosaicTile> tilesOf(GpuNode node, FleetReadings readings, ReportedMigPlacements told) {
        var reported = readings.readingsOf(node.name());
        var tiles = GpuTileLayout.tilesOf(node, reported);
        if (!told.hasAny()) {
            return tiles;
        }
        var layouts = MigLayoutDeriver.layoutsOf(node, reported, tiles, readings.at(), told).stream()
                .filter(layout -> layout.source().certainty() == LayoutCertaintyLevel.EXACT).toList();
        return tiles.stream().map(tile -> layouts.stream()
                .filter(layout -> layout.index() >= 0 && layout.index() == tile.index()).findFirst()
                .map(layout -> placeTile(tile, layout)).orElse(tile)).toList();
    }

    private static GpuMosaicTile placeTile(GpuMosaicTile tile, MigGpuLayout layout) {
        int units = layout.product().map(MigProduct::memoryUnits).flatMap(MigInstanceGpuTiles::boxedInt).orElse(0);
        var pieces = new ArrayList<>(layout.instances());
        var parts = new ArrayList<AllocatableGpuPart>();
        for (var part : tile.parts()) {
            var piece = pieces.stream().filter(candidate -> isSameInstance(candidate, part)).findFirst();
            var place = piece.map(LayoutInstance::placement).orElse(null);
            if (place == null || units == 0) {
                return tile;
            }
            piece.ifPresent(pieces::remove);
            parts.add(part.movedTo((double) place.start() / units, (double) place.size() / units));
        }
        parts.sort((one, other) -> Double.compare(one.start(), other.start()));
        return new GpuMosaicTile(tile.form(), tile.status(), tile.index(), tile.device(), parts, tile.board());
    }

    private static boolean isSameInstance(LayoutInstance piece, AllocatableGpuPart part) {
        var instance = piece.device().instance();
        return piece.device().profile().equals(part.name())
                && (instance == null || part.instance() == AllocatableGpuPart.NO_INSTANCE
                        || instance.id() == part.instance());
    }

    private static Optional<Integer> boxedInt(OptionalInt units) {
        return units.isPresent() ? Optional.of(units.getAsInt()) : Optional.empty();
    }
}

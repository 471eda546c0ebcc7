package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tessera.insight.GpuLayout.Certainty;
import tessera.insight.GpuLayout.LayoutInstance;
import tessera.insight.GpuTile.TilePart;
import tessera.mig.MigProduct;
import tessera.model.reading.FleetReadings;

/** Tiles of a node's GPUs with MIG instances at their reported placements, or else at the driver's default ones. */
public final class PlacedTiles {

    private PlacedTiles() {}

    /**
     * Returns the GPUs of a node as all drawings of them show them.
     *
     * @param told where somebody told that instances lie
     */
    public static List<GpuTile> tilesOf(GpuNode node, FleetReadings readings, ReportedPlacements told) {
        var reported = readings.readingsOf(node.name());
        var tiles = GpuTiles.tilesOf(node, reported);
        if (!told.hasAny()) {
            return tiles;
        }
        var layouts = MigLayouts.layoutsOf(node, reported, tiles, readings.at(), told).stream()
                .filter(layout -> layout.source().certainty() == Certainty.EXACT).toList();
        return tiles.stream().map(tile -> layouts.stream()
                .filter(layout -> layout.index() >= 0 && layout.index() == tile.index()).findFirst()
                .map(layout -> placeTile(tile, layout)).orElse(tile)).toList();
    }

    private static GpuTile placeTile(GpuTile tile, GpuLayout layout) {
        int units = layout.product().map(MigProduct::memoryUnits).flatMap(PlacedTiles::boxedInt).orElse(0);
        var pieces = new ArrayList<>(layout.instances());
        var parts = new ArrayList<TilePart>();
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
        return new GpuTile(tile.form(), tile.status(), tile.index(), tile.device(), parts, tile.board());
    }

    private static boolean isSameInstance(LayoutInstance piece, TilePart part) {
        var instance = piece.device().instance();
        return piece.device().profile().equals(part.name())
                && (instance == null || part.instance() == TilePart.NO_INSTANCE
                        || instance.id() == part.instance());
    }

    private static Optional<Integer> boxedInt(OptionalInt units) {
        return units.isPresent() ? Optional.of(units.getAsInt()) : Optional.empty();
    }
}

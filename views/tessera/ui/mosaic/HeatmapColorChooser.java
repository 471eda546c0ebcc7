package tessera.ui.mosaic;

import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup;
import tessera.insight.GpuMosaicTile;
import tessera.insight.GpuMosaicTile.AllocatableGpuPart;
import tessera.model.PodListCompleteness;

/** Chooses the colour of a GPU part under a lens: the one place where lenses differ. */
final class HeatmapColorChooser {

    private final FleetHeatmapState state;

    HeatmapColorChooser(FleetHeatmapState state) {
        this.state = state;
    }

    /** Returns the fill colour; null for a part that is drawn hollow. */
    @Nullable
    HeatmapColors fillColor(GpuMosaicTile tile, AllocatableGpuPart part) {
        if (state.lens() == HeatmapColorMode.HEALTH) {
            return HeatmapColors.HEALTHY;
        }
        if (state.lens().isMeasured()) {
            var level = state.scale().levelOf(tile, part);
            return level.isEmpty() ? HeatmapColors.UNKNOWN : HeatmapColors.of(state.lens(), level.getAsDouble());
        }
        if (!part.isHeld()) {
            return null;
        }
        if (!state.namespace().isEmpty() && !state.namespace().equals(part.namespace())) {
            return HeatmapColors.OTHER;
        }
        if (state.lens() == HeatmapColorMode.OWNER) {
            return HeatmapColors.ownerColor(state.owners().indexOf(part.namespace()));
        }
        return formColor(tile.form());
    }

    /** Returns whether the lens has no value for the GPU. */
    boolean isUnknown(GpuMosaicTile tile) {
        if (state.lens().isMeasured()) {
            return tile.status() == GpuMosaicTile.TileStatus.UNKNOWN
                    || (tile.status() == GpuMosaicTile.TileStatus.USABLE
                            && tile.parts().stream().allMatch(part -> state.scale().levelOf(tile, part).isEmpty()));
        }
        boolean unknownUse = state.podVisibility() == PodListCompleteness.NONE
                && state.lens() != HeatmapColorMode.HEALTH;
        return tile.status() == GpuMosaicTile.TileStatus.UNKNOWN
                || (tile.status() == GpuMosaicTile.TileStatus.USABLE && unknownUse);
    }

    /** Returns whether every share of a GPU looks alike, because the GPU is measured as a whole. */
    boolean coversWholeGpu() {
        return state.lens().isMeasured();
    }

    /** Returns whether capacity that no visible pod holds may still be allocated. */
    boolean isUncertain() {
        return !state.lens().isMeasured() && state.podVisibility() != PodListCompleteness.ALL;
    }

    private static HeatmapColors formColor(GpuGroup.GpuAllocationForm form) {
        return switch (form) {
            case MIG -> HeatmapColors.MIG;
            case SHARED -> HeatmapColors.SHARED;
            case WHOLE, NOT_OFFERED -> HeatmapColors.WHOLE;
        };
    }
}

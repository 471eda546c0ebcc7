package tessera.ui.heatmap;

import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.PodListCompleteness;

/** Chooses the colour of a GPU part under a lens: the one place where lenses differ. */
final class HeatmapColorChooser {

    private final FleetHeatmapState state;

    HeatmapColorChooser(FleetHeatmapState state) {
        this.state = state;
    }

    /** Returns the fill colour; null for a part that is drawn hollow. */
    @Nullable
    HeatmapColors fillColor(GpuHeatmapTile tile, AllocatableGpuPart part) {
        if (state.colorMode() == HeatmapColorMode.HEALTH) {
            return HeatmapColors.HEALTHY;
        }
        if (state.colorMode().isMeasured()) {
            var level = state.scale().levelOf(tile, part);
            return level.isEmpty() ? HeatmapColors.UNKNOWN : HeatmapColors.of(state.colorMode(), level.getAsDouble());
        }
        if (!part.isHeld()) {
            return null;
        }
        if (!state.namespace().isEmpty() && !state.namespace().equals(part.namespace())) {
            return HeatmapColors.OTHER;
        }
        if (state.colorMode() == HeatmapColorMode.OWNER) {
            return HeatmapColors.ownerColor(state.owners().indexOf(part.namespace()));
        }
        return formColor(tile.form());
    }

    /** Returns whether the lens has no value for the GPU. */
    boolean isUnknown(GpuHeatmapTile tile) {
        if (state.colorMode().isMeasured()) {
            return tile.status() == GpuHeatmapTile.GpuTileStatus.UNKNOWN
                    || (tile.status() == GpuHeatmapTile.GpuTileStatus.USABLE
                            && tile.parts().stream().allMatch(part -> state.scale().levelOf(tile, part).isEmpty()));
        }
        boolean unknownUse = state.podVisibility() == PodListCompleteness.NONE
                && state.colorMode() != HeatmapColorMode.HEALTH;
        return tile.status() == GpuHeatmapTile.GpuTileStatus.UNKNOWN
                || (tile.status() == GpuHeatmapTile.GpuTileStatus.USABLE && unknownUse);
    }

    /** Returns whether every share of a GPU looks alike, because the GPU is measured as a whole. */
    boolean coversWholeGpu() {
        return state.colorMode().isMeasured();
    }

    /** Returns whether capacity that no visible pod holds may still be allocated. */
    boolean isUncertain() {
        return !state.colorMode().isMeasured() && state.podVisibility() != PodListCompleteness.ALL;
    }

    private static HeatmapColors formColor(NodeGpuAllocationGroup.GpuAllocationKind form) {
        return switch (form) {
            case MIG -> HeatmapColors.MIG;
            case SHARED -> HeatmapColors.SHARED;
            case WHOLE, NOT_OFFERED -> HeatmapColors.WHOLE;
        };
    }
}

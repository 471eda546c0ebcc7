package tessera.ui.mosaic;

import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup;
import tessera.insight.GpuTile;
import tessera.insight.GpuTile.TilePart;
import tessera.model.PodVisibility;

/** Chooses the colour of a GPU part under a lens: the one place where lenses differ. */
final class LensBrush {

    private final MosaicState state;

    LensBrush(MosaicState state) {
        this.state = state;
    }

    /** Returns the fill colour; null for a part that is drawn hollow. */
    @Nullable
    MosaicColors fillColor(GpuTile tile, TilePart part) {
        if (state.lens() == MosaicLens.HEALTH) {
            return MosaicColors.HEALTHY;
        }
        if (state.lens().isMeasured()) {
            var level = state.scale().levelOf(tile, part);
            return level.isEmpty() ? MosaicColors.UNKNOWN : MosaicColors.of(state.lens(), level.getAsDouble());
        }
        if (!part.isHeld()) {
            return null;
        }
        if (!state.namespace().isEmpty() && !state.namespace().equals(part.namespace())) {
            return MosaicColors.OTHER;
        }
        if (state.lens() == MosaicLens.OWNER) {
            return MosaicColors.ownerColor(state.owners().indexOf(part.namespace()));
        }
        return formColor(tile.form());
    }

    /** Returns whether the lens has no value for the GPU. */
    boolean isUnknown(GpuTile tile) {
        if (state.lens().isMeasured()) {
            return tile.status() == GpuTile.TileStatus.UNKNOWN || (tile.status() == GpuTile.TileStatus.USABLE
                    && tile.parts().stream().allMatch(part -> state.scale().levelOf(tile, part).isEmpty()));
        }
        boolean unknownUse = state.podVisibility() == PodVisibility.NONE && state.lens() != MosaicLens.HEALTH;
        return tile.status() == GpuTile.TileStatus.UNKNOWN
                || (tile.status() == GpuTile.TileStatus.USABLE && unknownUse);
    }

    /** Returns whether every share of a GPU looks alike, because the GPU is measured as a whole. */
    boolean coversWholeGpu() {
        return state.lens().isMeasured();
    }

    /** Returns whether capacity that no visible pod holds may still be allocated. */
    boolean isUncertain() {
        return !state.lens().isMeasured() && state.podVisibility() != PodVisibility.ALL;
    }

    private static MosaicColors formColor(GpuGroup.GroupForm form) {
        return switch (form) {
            case MIG -> MosaicColors.MIG;
            case SHARED -> MosaicColors.SHARED;
            case WHOLE, NOT_OFFERED -> MosaicColors.WHOLE;
        };
    }
}

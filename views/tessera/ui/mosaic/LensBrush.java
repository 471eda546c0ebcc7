package tessera.ui.mosaic;

import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup;
import tessera.insight.GpuTile;
import tessera.insight.GpuTile.TilePart;
import tessera.model.PodVisibility;

/** Which colour a part of a GPU has under a lens: the one place where lenses differ. */
final class LensBrush {

    private final MosaicState state;

    LensBrush(MosaicState state) {
        this.state = state;
    }

    /** The filling; null for what is drawn hollow. */
    @Nullable
    MosaicColors fill(GpuTile tile, TilePart part) {
        if (state.lens() == MosaicLens.HEALTH) {
            return MosaicColors.HEALTHY;
        }
        if (state.lens().measured()) {
            var level = state.scale().level(tile, part);
            return level.isEmpty() ? MosaicColors.UNKNOWN : MosaicColors.of(state.lens(), level.getAsDouble());
        }
        if (!part.held()) {
            return null;
        }
        if (!state.namespace().isEmpty() && !state.namespace().equals(part.namespace())) {
            return MosaicColors.OTHER;
        }
        if (state.lens() == MosaicLens.OWNER) {
            return MosaicColors.owner(state.owners().indexOf(part.namespace()));
        }
        return plain(tile.form());
    }

    /** Whether nothing is known of the GPU that the lens shows. */
    boolean unknown(GpuTile tile) {
        if (state.lens().measured()) {
            return tile.status() == GpuTile.TileStatus.UNKNOWN || (tile.status() == GpuTile.TileStatus.USABLE
                    && tile.parts().stream().allMatch(part -> state.scale().level(tile, part).isEmpty()));
        }
        boolean unknownUse = state.sight() == PodVisibility.NONE && state.lens() != MosaicLens.HEALTH;
        return tile.status() == GpuTile.TileStatus.UNKNOWN
                || (tile.status() == GpuTile.TileStatus.USABLE && unknownUse);
    }

    /** Whether every share of a GPU looks alike, because what is measured is the whole. */
    boolean ofTheWhole() {
        return state.lens().measured();
    }

    /** Whether what nobody is seen to hold may be held all the same. */
    boolean unsure() {
        return !state.lens().measured() && state.sight() != PodVisibility.ALL;
    }

    private static MosaicColors plain(GpuGroup.GroupForm form) {
        return switch (form) {
            case MIG -> MosaicColors.MIG;
            case SHARED -> MosaicColors.SHARED;
            case WHOLE, NOT_OFFERED -> MosaicColors.WHOLE;
        };
    }
}

package tessera.ui.mosaic;

import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup;
import tessera.insight.Tile;
import tessera.insight.Tile.Part;
import tessera.model.PodSight;

/** Which colour a part of a GPU has under a lens: the one place where lenses differ. */
final class Brush {

    private final MosaicState state;

    Brush(MosaicState state) {
        this.state = state;
    }

    /** The filling; null for what is drawn hollow. */
    @Nullable
    Tint fill(Tile tile, Part part) {
        if (state.lens() == Lens.HEALTH) {
            return Tint.HEALTHY;
        }
        if (state.lens().measured()) {
            var level = state.scale().level(tile, part);
            return level.isEmpty() ? Tint.UNKNOWN : Tint.of(state.lens(), level.getAsDouble());
        }
        var holder = part.holder();
        if (holder == null) {
            return null;
        }
        if (!state.namespace().isEmpty() && !state.namespace().equals(holder.namespace())) {
            return Tint.OTHER;
        }
        if (state.lens() == Lens.OWNER) {
            return Tint.owner(state.owners().indexOf(holder.namespace()));
        }
        return plain(tile.form());
    }

    /** Whether nothing is known of the GPU that the lens shows. */
    boolean unknown(Tile tile) {
        if (state.lens().measured()) {
            return tile.status() == Tile.Status.UNKNOWN || (tile.status() == Tile.Status.USABLE
                    && tile.parts().stream().allMatch(part -> state.scale().level(tile, part).isEmpty()));
        }
        boolean unknownUse = state.sight() == PodSight.NONE && state.lens() != Lens.HEALTH;
        return tile.status() == Tile.Status.UNKNOWN || (tile.status() == Tile.Status.USABLE && unknownUse);
    }

    /** Whether every share of a GPU looks alike, because what is measured is the whole. */
    boolean ofTheWhole() {
        return state.lens().measured();
    }

    /** Whether what nobody is seen to hold may be held all the same. */
    boolean unsure() {
        return !state.lens().measured() && state.sight() != PodSight.ALL;
    }

    private static Tint plain(GpuGroup.Form form) {
        return switch (form) {
            case MIG -> Tint.MIG;
            case SHARED -> Tint.SHARED;
            case WHOLE, NOT_OFFERED -> Tint.WHOLE;
        };
    }
}

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

    /** Whether it is not known who holds the GPU, or whether anybody does. */
    boolean unknown(Tile tile) {
        boolean unknownUse = state.sight() == PodSight.NONE && state.lens() != Lens.HEALTH;
        return tile.status() == Tile.Status.UNKNOWN || (tile.status() == Tile.Status.USABLE && unknownUse);
    }

    /** Whether what nobody is seen to hold may be held all the same. */
    boolean unsure() {
        return state.sight() != PodSight.ALL;
    }

    private static Tint plain(GpuGroup.Form form) {
        return switch (form) {
            case MIG -> Tint.MIG;
            case SHARED -> Tint.SHARED;
            case WHOLE, NOT_OFFERED -> Tint.WHOLE;
        };
    }
}

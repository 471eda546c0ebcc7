package tessera.mig;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigEngines.EngineKind;

/**
 * A GPU while it is being cut: the one place that knows what may lie beside what. Whatever fits on a board also fits
 * when some of its instances are gone, which is what makes searching by adding one instance after the other complete.
 */
final class MigBoard {

    private static final String MEDIA = "+me";

    /** A size of instance and one place where it may lie. */
    record BoardPiece(InstanceProfile profile, MigPlacement placement) {

        PlacedInstance placed() {
            return new PlacedInstance(profile.profile(), placement);
        }
    }

    private final MigProduct product;
    private final List<PlacedInstance> instances = new ArrayList<>();
    private final Map<EngineKind, Integer> media = new EnumMap<>(EngineKind.class);
    private long taken;
    private int compute;

    MigBoard(MigProduct product) {
        this.product = product;
    }

    /** The board with these instances on it, legal or not. */
    static MigBoard of(MigLayout layout) {
        var board = new MigBoard(layout.product());
        layout.instances().forEach(board::add);
        return board;
    }

    MigProduct product() {
        return product;
    }

    MigLayout layout() {
        return new MigLayout(product, instances);
    }

    /** The units in use, as bits. */
    long taken() {
        return taken;
    }

    int computeLeft() {
        return product.computeSlices() - compute;
    }

    int memoryLeft() {
        return product.memoryUnits().orElse(0) - Long.bitCount(taken);
    }

    /** Every instance that may still be added, in the product's order. */
    List<BoardPiece> fitting() {
        var fitting = new ArrayList<BoardPiece>();
        for (var profile : product.profiles()) {
            for (var placement : profile.placements()) {
                if (fits(profile, placement)) {
                    fitting.add(new BoardPiece(profile, placement));
                }
            }
        }
        return fitting;
    }

    /** Whether nothing can be added. */
    boolean full() {
        for (var profile : product.profiles()) {
            for (var placement : profile.placements()) {
                if (fits(profile, placement)) {
                    return false;
                }
            }
        }
        return true;
    }

    boolean fits(InstanceProfile profile, MigPlacement placement) {
        return (placement.mask() & taken) == 0 && refusal(profile) == null;
    }

    /** Why an instance cannot lie there; null when it can. */
    @Nullable
    PlacementMisfit refusal(PlacedInstance wanted) {
        var profile = product.profile(wanted.profile()).orElse(null);
        if (profile == null) {
            return new PlacementMisfit.UnknownSize(wanted.profile(), product);
        }
        if (profile.placements().isEmpty()) {
            return new PlacementMisfit.UnpublishedPlacements(wanted.profile(), product);
        }
        var placement = wanted.placement();
        if (!profile.placements().contains(placement)) {
            return new PlacementMisfit.MisplacedStart(wanted.profile(), placement, profile.starts(),
                    profile.placements().getFirst().size());
        }
        var refusal = refusal(profile);
        if (refusal != null) {
            return refusal;
        }
        for (var other : instances) {
            if (other.placement().overlaps(placement)) {
                return new PlacementMisfit.Overlap(wanted.profile(), placement, other);
            }
        }
        return null;
    }

    /** Why no instance of this size can be added wherever it lies; null when places alone decide. */
    @Nullable
    PlacementMisfit refusal(InstanceProfile profile) {
        var name = profile.profile();
        int same = 0;
        for (var other : instances) {
            same += other.profile().equals(name) ? 1 : 0;
        }
        if (same >= profile.most()) {
            return new PlacementMisfit.TooMany(name, profile.most());
        }
        if (profile.computeSlices() > computeLeft()) {
            return new PlacementMisfit.ComputeSpent(name, Math.max(0, computeLeft()));
        }
        return product.mediaPool().isPresent() ? poolRefusal(profile, product.mediaPool().get()) : mediaRefusal(name);
    }

    private @Nullable PlacementMisfit poolRefusal(InstanceProfile profile, MigEngines pool) {
        for (var kind : EngineKind.values()) {
            int left = pool.of(kind).orElse(Integer.MAX_VALUE) - media.getOrDefault(kind, 0);
            if (profile.engines().of(kind).orElse(0) > left) {
                return new PlacementMisfit.MediaSpent(profile.profile(), kind, Math.max(0, left));
            }
        }
        return null;
    }

    private @Nullable PlacementMisfit mediaRefusal(MigProfile name) {
        if (name.suffix().equals(MEDIA)) {
            for (var other : instances) {
                if (other.profile().suffix().equals(MEDIA)) {
                    return new PlacementMisfit.MediaTaken(name, other.profile());
                }
            }
        }
        return null;
    }

    void add(PlacedInstance instance) {
        instances.add(instance);
        count(instance, 1);
        taken |= instance.placement().mask();
    }

    /** Takes away the instance that was added last. */
    void removeLast() {
        var instance = instances.removeLast();
        count(instance, -1);
        taken = 0;
        instances.forEach(other -> taken |= other.placement().mask());
    }

    private void count(PlacedInstance instance, int sign) {
        compute += sign * instance.profile().slices();
        if (product.mediaPool().isPresent()) {
            product.profile(instance.profile()).ifPresent(profile -> profile.engines().counts()
                    .forEach((kind, engines) -> media.merge(kind, sign * engines, Integer::sum)));
        }
    }

    List<PlacedInstance> instances() {
        return instances;
    }
}

package tessera.mig;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.mig.GpuMediaEngines.MediaEngineKind;

/**
 * A GPU while it is being divided, with the rules for instances beside each other. Whatever fits on a board also fits
 * when some of its instances are gone, which is what makes searching by adding one instance after the other complete.
 */
final class MigPartitionBuilder {

    private static final String MEDIA = "+me";

    /** A profile and one possible placement of it. */
    record ProfilePlacement(GpuInstanceProfile profile, MigPlacement placement) {

        PlacedGpuInstance toPlacedInstance() {
            return new PlacedGpuInstance(profile.profile(), placement);
        }
    }

    private final MigProduct product;
    private final List<PlacedGpuInstance> instances = new ArrayList<>();
    private final Map<MediaEngineKind, Integer> media = new EnumMap<>(MediaEngineKind.class);
    private long occupied;
    private int compute;

    MigPartitionBuilder(MigProduct product) {
        this.product = product;
    }

    MigProduct product() {
        return product;
    }

    /** Returns the units in use, as bits. */
    long usedMask() {
        return occupied;
    }

    int computeLeft() {
        return product.computeSlices() - compute;
    }

    int memoryLeft() {
        return product.memoryUnits().orElse(0) - Long.bitCount(occupied);
    }

    /** Returns every instance that may still be added, in the product's order. */
    List<ProfilePlacement> fittingPieces() {
        var fitting = new ArrayList<ProfilePlacement>();
        for (var profile : product.profiles()) {
            for (var placement : profile.placements()) {
                if (canPlace(profile, placement)) {
                    fitting.add(new ProfilePlacement(profile, placement));
                }
            }
        }
        return fitting;
    }

    /** Returns whether nothing can be added. */
    boolean isFull() {
        for (var profile : product.profiles()) {
            for (var placement : profile.placements()) {
                if (canPlace(profile, placement)) {
                    return false;
                }
            }
        }
        return true;
    }

    boolean canPlace(GpuInstanceProfile profile, MigPlacement placement) {
        return (placement.bitMask() & occupied) == 0 && misfitAnywhere(profile) == null;
    }

    /** Returns the misfit of an instance at its placement; null when it fits. */
    @Nullable
    MigPlacementFailure misfitOf(PlacedGpuInstance instance) {
        var profile = product.findProfile(instance.profile()).orElse(null);
        if (profile == null) {
            return MigPlacementFailure.UnknownMigProfile.of(instance.profile(), product);
        }
        if (profile.placements().isEmpty()) {
            return new MigPlacementFailure.UnpublishedPlacements(instance.profile(), product.name());
        }
        var placement = instance.placement();
        if (!profile.placements().contains(placement)) {
            return new MigPlacementFailure.InvalidInstanceStart(instance.profile(), placement, profile.startsText(),
                    profile.placements().getFirst().size());
        }
        var refusal = misfitAnywhere(profile);
        if (refusal != null) {
            return refusal;
        }
        for (var other : instances) {
            if (other.placement().overlaps(placement)) {
                return new MigPlacementFailure.OverlappingInstance(instance.profile(), placement, other);
            }
        }
        return null;
    }

    /** Returns the misfit of a profile at any placement; null when only the placement decides. */
    @Nullable
    MigPlacementFailure misfitAnywhere(GpuInstanceProfile profile) {
        var name = profile.profile();
        int same = 0;
        for (var other : instances) {
            same += other.profile().equals(name) ? 1 : 0;
        }
        if (same >= profile.maxInstances()) {
            return new MigPlacementFailure.TooManyProfileInstances(name, profile.maxInstances());
        }
        if (profile.computeSlices() > computeLeft()) {
            return new MigPlacementFailure.NoComputeSlicesLeft(name, name.slices(), Math.max(0, computeLeft()));
        }
        if (product.mediaPool().isPresent()) {
            return poolMisfit(profile, product.mediaPool().get());
        }
        return mediaMisfit(name);
    }

    private @Nullable MigPlacementFailure poolMisfit(GpuInstanceProfile profile, GpuMediaEngines pool) {
        for (var kind : MediaEngineKind.values()) {
            int left = pool.countOf(kind).orElse(Integer.MAX_VALUE) - media.getOrDefault(kind, 0);
            if (profile.engines().countOf(kind).orElse(0) > left) {
                return new MigPlacementFailure.NoMediaEnginesLeft(profile.profile(), kind, Math.max(0, left));
            }
        }
        return null;
    }

    private @Nullable MigPlacementFailure mediaMisfit(MigProfile name) {
        if (name.suffix().equals(MEDIA)) {
            for (var other : instances) {
                if (other.profile().suffix().equals(MEDIA)) {
                    return new MigPlacementFailure.MediaEnginesTaken(name, other.profile());
                }
            }
        }
        return null;
    }

    void add(PlacedGpuInstance instance) {
        instances.add(instance);
        countInstance(instance, 1);
        occupied |= instance.placement().bitMask();
    }

    /** Removes the instance that was added last. */
    void removeLast() {
        var instance = instances.removeLast();
        countInstance(instance, -1);
        occupied = 0;
        instances.forEach(other -> occupied |= other.placement().bitMask());
    }

    private void countInstance(PlacedGpuInstance instance, int sign) {
        compute += sign * instance.profile().slices();
        if (product.mediaPool().isPresent()) {
            var profile = product.findProfile(instance.profile()).orElse(null);
            if (profile != null) {
                profile.engines().counts().forEach((kind, engines) -> media.merge(kind, sign * engines, Integer::sum));
            }
        }
    }

    List<PlacedGpuInstance> instances() {
        return instances;
    }
}

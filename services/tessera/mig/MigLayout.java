package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The layout of one GPU, legal or not.
 *
 * @param product   what is cut
 * @param instances by start
 */
public record MigLayout(MigProduct product, List<PlacedGpuInstance> instances) {

    public MigLayout {
        instances = instances.stream()
                .sorted(Comparator.comparing(PlacedGpuInstance::placement).thenComparing(PlacedGpuInstance::profile))
                .toList();
    }

    /** Returns the layout that a builder has come to. */
    static MigLayout of(MigPartitionBuilder builder) {
        return new MigLayout(builder.product(), builder.instances());
    }

    /** Returns a GPU in MIG mode without instances. */
    public static MigLayout empty(MigProduct product) {
        return new MigLayout(product, List.of());
    }

    /** Returns a builder with these instances, legal or not. */
    MigPartitionBuilder partitionBuilder() {
        var builder = new MigPartitionBuilder(product);
        instances.forEach(builder::add);
        return builder;
    }

    /** Returns the reason why no GPU can be divided so; empty when it can. */
    public Optional<MigPlacementFailure> misfit() {
        var partitionBuilder = new MigPartitionBuilder(product);
        for (var instance : instances) {
            var misfit = partitionBuilder.misfitOf(instance);
            if (misfit != null) {
                return Optional.of(misfit);
            }
            partitionBuilder.add(instance);
        }
        return Optional.empty();
    }

    public boolean isLegal() {
        return misfit().isEmpty();
    }

    /** Returns the reason why an instance cannot be added; empty when it can. */
    public Optional<MigPlacementFailure> misfitOf(PlacedGpuInstance more) {
        return Optional.ofNullable(partitionBuilder().misfitOf(more));
    }

    /** Returns this layout and one more instance. */
    public MigLayout withInstance(PlacedGpuInstance more) {
        var all = new ArrayList<>(instances);
        all.add(more);
        return new MigLayout(product, all);
    }

    /** Returns this layout without one instance. */
    public MigLayout withoutInstance(PlacedGpuInstance instance) {
        var rest = new ArrayList<>(instances);
        rest.remove(instance);
        return new MigLayout(product, rest);
    }

    /** Returns the free placements of a profile, by start; none when the product offers no such profile. */
    public List<MigPlacement> freePlacements(MigProfile name) {
        var partitionBuilder = partitionBuilder();
        return product.findProfile(name).stream().flatMap(profile -> profile.placements().stream()
                .filter(placement -> partitionBuilder.canPlace(profile, placement))).toList();
    }

    /** Returns the number of instances of each profile that still fit alone, like the free column of {@code nvidia-smi mig -lgip}. */
    public Map<MigProfile, Integer> remainingCounts() {
        var fits = new LinkedHashMap<MigProfile, Integer>();
        for (var profile : product.profiles()) {
            var partitionBuilder = partitionBuilder();
            int before = partitionBuilder.instances().size();
            // alike in size, so taking the first that is free each time leaves room for the most
            for (var placement : profile.placements()) {
                if (partitionBuilder.canPlace(profile, placement)) {
                    partitionBuilder.add(new PlacedGpuInstance(profile.profile(), placement));
                }
            }
            fits.put(profile.profile(), partitionBuilder.instances().size() - before);
        }
        return Collections.unmodifiableMap(fits);
    }

    /** Returns the used, free and dead units; empty when the product's placements are not published. */
    public Optional<MigSliceMap> sliceMap() {
        if (product.hasKnownPlacements()) {
            return Optional.of(MigSliceMap.of(partitionBuilder(), instances, product.memoryUnits().orElseThrow()));
        }
        return Optional.empty();
    }

    /** Returns memory units that no instance holds and none can use any more. */
    public List<Integer> deadUnits() {
        return sliceMap().map(map -> List.copyOf(map.dead())).orElse(List.of());
    }

    /** Returns the number of instances of each profile. */
    public MigInstanceCombination combination() {
        return MigInstanceCombination.of(instances.stream().map(PlacedGpuInstance::profile).toList());
    }
}

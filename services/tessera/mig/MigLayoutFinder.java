package tessera.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tessera.mig.MigPlacementResult.NoPlacement;
import tessera.mig.MigPlacementResult.PlacementFound;

/** The possible layouts of a product. */
public final class MigLayoutFinder {

    private final MigProduct product;

    private MigLayoutFinder(MigProduct product) {
        this.product = product;
    }

    public static MigLayoutFinder of(MigProduct product) {
        return new MigLayoutFinder(product);
    }

    /** Returns every layout to which no instance can be added. A search; for the 7-slice boards some ten thousand steps. */
    public List<MigLayout> maximalLayouts() {
        var maximal = new ArrayList<MigLayout>();
        if (product.hasKnownPlacements()) {
            new MigPlacementSearch(new MigPartitionBuilder(product)).visitLayouts(partitionBuilder -> {
                if (partitionBuilder.isFull()) {
                    maximal.add(MigLayout.of(partitionBuilder));
                }
            });
        }
        return maximal;
    }

    /**
     * Returns every combination that fits on a GPU while no larger one does; those with few large instances first.
     */
    public List<MigInstanceCombination> maximalCombinations() {
        var possible = new HashSet<MigInstanceCombination>();
        if (product.hasKnownPlacements()) {
            new MigPlacementSearch(new MigPartitionBuilder(product))
                    .visitLayouts(partitionBuilder -> possible.add(MigInstanceCombination
                            .of(partitionBuilder.instances().stream().map(PlacedGpuInstance::profile).toList())));
        }
        return possible.stream()
                .filter(candidate -> product.profiles().stream()
                        .noneMatch(profile -> possible.contains(candidate.plus(profile.profile()))))
                .sorted(Comparator.comparing(MigInstanceCombination::profiles, MigLayoutFinder::compareBySize))
                .toList();
    }

    /** Returns a layout of a combination on an empty GPU, or the reason why there is none. */
    public MigPlacementResult placeOnEmptyGpu(MigInstanceCombination requested) {
        return placeBeside(MigLayout.empty(product), requested);
    }

    /**
     * Returns a layout with a combination added to an existing one, or the reason why there is none. The largest are placed first, each where it
     * spoils the least, which is how mig-parted ends up when it retries orders.
     */
    public MigPlacementResult placeBeside(MigLayout layout, MigInstanceCombination requested) {
        // before any instance is made of a count, which a file may put at billions
        for (var entry : requested.counts().entrySet()) {
            var misfit = checkCount(entry.getKey(), entry.getValue());
            if (misfit.isPresent()) {
                return new NoPlacement(misfit.get());
            }
        }
        var profiles = requested.profiles().stream().flatMap(name -> product.findProfile(name).stream()).toList();
        var partitionBuilder = layout.partitionBuilder();
        if (new MigPlacementSearch(partitionBuilder).placeAll(profiles)) {
            return new PlacementFound(MigLayout.of(partitionBuilder));
        }
        return new NoPlacement(firstObstacle(layout, profiles));
    }

    /**
     * Returns the layout of a driver that creates instances one after the other, never moving one. It puts each where it rules out
     * the fewest others; the driver's own rule is not published, and this one agrees with what has been seen of it.
     */
    public MigPlacementResult createInOrder(List<MigProfile> order) {
        var layout = MigLayout.empty(product);
        for (int at = 0; at < order.size(); at++) {
            var next = MigInstanceCombination.of(order.subList(at, at + 1));
            switch (placeBeside(layout, next)) {
                case PlacementFound(var larger) -> layout = larger;
                case NoPlacement impossible -> {
                    return impossible;
                }
            }
        }
        return new PlacementFound(layout);
    }

    private Optional<MigPlacementFailure> checkCount(MigProfile name, int count) {
        var profile = product.findProfile(name);
        if (profile.isEmpty()) {
            return Optional.of(MigPlacementFailure.UnknownMigProfile.of(name, product));
        }
        if (profile.get().placements().isEmpty()) {
            return Optional.of(new MigPlacementFailure.UnpublishedPlacements(name, product.name()));
        }
        if (count > profile.get().maxInstances()) {
            return Optional.of(new MigPlacementFailure.TooManyProfileInstances(name, profile.get().maxInstances()));
        }
        return Optional.empty();
    }

    /** Returns the misfit of the first instance, in order of size, from which on there is no layout. */
    private static MigPlacementFailure firstObstacle(MigLayout layout, List<GpuInstanceProfile> wanted) {
        var partitionBuilder = layout.partitionBuilder();
        for (int at = 0; at < wanted.size(); at++) {
            var stuck = wanted.get(at);
            var spent = exhaustion(partitionBuilder, stuck);
            if (spent.isPresent()) {
                return spent.get();
            }
            var larger = layout.partitionBuilder();
            if (!new MigPlacementSearch(larger).placeAll(wanted.subList(0, at + 1))) {
                return new MigPlacementFailure.NoLayoutForAllInstances(stuck.profile(), stuck.startsText(),
                        MigLayout.of(partitionBuilder).combination().toString());
            }
            partitionBuilder = larger;
        }
        throw new IllegalStateException("found layout for " + wanted);
    }

    private static Optional<MigPlacementFailure> exhaustion(MigPartitionBuilder partitionBuilder,
            GpuInstanceProfile profile) {
        var refusal = partitionBuilder.misfitAnywhere(profile);
        if (refusal != null) {
            return Optional.of(refusal);
        }
        int needed = profile.placements().getFirst().size();
        if (needed > partitionBuilder.memoryLeft()) {
            return Optional.of(new MigPlacementFailure.NoMemorySlicesLeft(profile.profile(), needed,
                    partitionBuilder.memoryLeft()));
        }
        return Optional.empty();
    }

    private static int compareBySize(List<MigProfile> one, List<MigProfile> other) {
        for (int at = 0; at < Math.min(one.size(), other.size()); at++) {
            int order = one.get(at).compareTo(other.get(at));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }
}

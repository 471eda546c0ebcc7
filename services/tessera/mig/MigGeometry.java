package tessera.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tessera.mig.PlacementAttempt.NoPlacement;
import tessera.mig.PlacementAttempt.PlacementFound;

/** The possible layouts of a product. */
public final class MigGeometry {

    private final MigProduct product;

    private MigGeometry(MigProduct product) {
        this.product = product;
    }

    public static MigGeometry of(MigProduct product) {
        return new MigGeometry(product);
    }

    /** Returns every layout to which no instance can be added. A search; for the 7-slice boards some ten thousand steps. */
    public List<MigLayout> maximalLayouts() {
        var maximal = new ArrayList<MigLayout>();
        if (product.hasKnownPlacements()) {
            new PlacementSearch(new MigBoard(product)).visitLayouts(board -> {
                if (board.isFull()) {
                    maximal.add(board.layout());
                }
            });
        }
        return maximal;
    }

    /**
     * Returns every combination that fits on a GPU while no larger one does; those with few large instances first.
     */
    public List<InstanceCombination> maximalCombinations() {
        var possible = new HashSet<InstanceCombination>();
        if (product.hasKnownPlacements()) {
            new PlacementSearch(new MigBoard(product)).visitLayouts(board -> possible
                    .add(InstanceCombination.of(board.instances().stream().map(PlacedInstance::profile).toList())));
        }
        return possible.stream()
                .filter(candidate -> product.profiles().stream()
                        .noneMatch(profile -> possible.contains(candidate.plus(profile.profile()))))
                .sorted(Comparator.comparing(InstanceCombination::profiles, MigGeometry::compareBySize)).toList();
    }

    /** Returns a layout of a combination on an empty GPU, or the reason why there is none. */
    public PlacementAttempt placeOnEmptyGpu(InstanceCombination wanted) {
        return placeBeside(MigLayout.empty(product), wanted);
    }

    /**
     * Returns a layout with a combination added to an existing one, or the reason why there is none. The largest are placed first, each where it
     * spoils the least, which is how mig-parted ends up when it retries orders.
     */
    public PlacementAttempt placeBeside(MigLayout layout, InstanceCombination wanted) {
        // before any instance is made of a count, which a file may put at billions
        for (var entry : wanted.counts().entrySet()) {
            var misfit = checkCount(entry.getKey(), entry.getValue());
            if (misfit.isPresent()) {
                return new NoPlacement(misfit.get());
            }
        }
        var profiles = wanted.profiles().stream().flatMap(name -> product.findProfile(name).stream()).toList();
        var board = MigBoard.fromLayout(layout);
        return new PlacementSearch(board).placeAll(profiles)
                ? new PlacementFound(board.layout())
                : new NoPlacement(firstObstacle(layout, profiles));
    }

    /**
     * Returns the layout of a driver that creates instances one after the other, never moving one. It puts each where it rules out
     * the fewest others; the driver's own rule is not published, and this one agrees with what has been seen of it.
     */
    public PlacementAttempt createInOrder(List<MigProfile> order) {
        var layout = MigLayout.empty(product);
        for (int at = 0; at < order.size(); at++) {
            var next = InstanceCombination.of(order.subList(at, at + 1));
            switch (placeBeside(layout, next)) {
                case PlacementFound(var larger) -> layout = larger;
                case NoPlacement impossible -> {
                    return impossible;
                }
            }
        }
        return new PlacementFound(layout);
    }

    private Optional<PlacementMisfit> checkCount(MigProfile name, int count) {
        var profile = product.findProfile(name);
        if (profile.isEmpty()) {
            return Optional.of(new PlacementMisfit.UnknownSize(name, product));
        }
        if (profile.get().placements().isEmpty()) {
            return Optional.of(new PlacementMisfit.UnpublishedPlacements(name, product));
        }
        return count > profile.get().most()
                ? Optional.of(new PlacementMisfit.TooMany(name, profile.get().most()))
                : Optional.empty();
    }

    /** Returns the misfit of the first instance, in order of size, from which on there is no layout. */
    private static PlacementMisfit firstObstacle(MigLayout layout, List<InstanceProfile> wanted) {
        var board = MigBoard.fromLayout(layout);
        for (int at = 0; at < wanted.size(); at++) {
            var stuck = wanted.get(at);
            var spent = exhaustion(board, stuck);
            if (spent.isPresent()) {
                return spent.get();
            }
            var larger = MigBoard.fromLayout(layout);
            if (!new PlacementSearch(larger).placeAll(wanted.subList(0, at + 1))) {
                return new PlacementMisfit.NoArrangement(stuck.profile(), stuck.startsText(),
                        board.layout().combination().toString());
            }
            board = larger;
        }
        throw new IllegalStateException("There is a way for " + wanted);
    }

    private static Optional<PlacementMisfit> exhaustion(MigBoard board, InstanceProfile profile) {
        var refusal = board.misfitAnywhere(profile);
        if (refusal != null) {
            return Optional.of(refusal);
        }
        int needed = profile.placements().getFirst().size();
        return needed > board.memoryLeft()
                ? Optional.of(new PlacementMisfit.MemorySpent(profile.profile(), needed, board.memoryLeft()))
                : Optional.empty();
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

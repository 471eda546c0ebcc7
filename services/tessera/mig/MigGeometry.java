package tessera.mig;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tessera.mig.PlacementAttempt.NoPlacement;
import tessera.mig.PlacementAttempt.PlacedInstances;

/** All the ways in which a product can be cut. */
public final class MigGeometry {

    private final MigProduct product;

    private MigGeometry(MigProduct product) {
        this.product = product;
    }

    public static MigGeometry of(MigProduct product) {
        return new MigGeometry(product);
    }

    /** Every layout to which no instance can be added. A search; for the 7-slice boards some ten thousand steps. */
    public List<MigLayout> maximalLayouts() {
        var maximal = new ArrayList<MigLayout>();
        if (product.placementsKnown()) {
            new PlacementSearch(new MigBoard(product)).everyLayout(board -> {
                if (board.full()) {
                    maximal.add(board.layout());
                }
            });
        }
        return maximal;
    }

    /**
     * Every combination that fits on a GPU while no larger one does, however it is laid out; those with few large
     * instances first.
     */
    public List<InstanceCombination> maximalCombinations() {
        var possible = new HashSet<InstanceCombination>();
        if (product.placementsKnown()) {
            new PlacementSearch(new MigBoard(product)).everyLayout(board -> possible
                    .add(InstanceCombination.of(board.instances().stream().map(PlacedInstance::profile).toList())));
        }
        return possible.stream()
                .filter(candidate -> product.profiles().stream()
                        .noneMatch(profile -> possible.contains(candidate.plus(profile.profile()))))
                .sorted(Comparator.comparing(InstanceCombination::profiles, MigGeometry::compare)).toList();
    }

    /** One way to lay a combination out on an empty GPU, or why there is none. */
    public PlacementAttempt place(InstanceCombination wanted) {
        return place(MigLayout.empty(product), wanted);
    }

    /**
     * One way to add a combination to a layout, or why there is none. The largest are placed first, each where it
     * spoils the least, which is how mig-parted ends up when it retries orders.
     */
    public PlacementAttempt place(MigLayout layout, InstanceCombination wanted) {
        // before any instance is made of a count, which a file may put at billions
        for (var entry : wanted.counts().entrySet()) {
            var misfit = misfit(entry.getKey(), entry.getValue());
            if (misfit.isPresent()) {
                return new NoPlacement(misfit.get());
            }
        }
        var profiles = wanted.profiles().stream().flatMap(name -> product.profile(name).stream()).toList();
        var board = MigBoard.of(layout);
        return new PlacementSearch(board).place(profiles)
                ? new PlacedInstances(board.layout())
                : new NoPlacement(why(layout, profiles));
    }

    /**
     * What a driver makes of instances created one after the other, never moving one. It puts each where it rules out
     * the fewest others; the driver's own rule is not published, and this one agrees with what has been seen of it.
     */
    public PlacementAttempt create(List<MigProfile> order) {
        var layout = MigLayout.empty(product);
        for (int at = 0; at < order.size(); at++) {
            var next = InstanceCombination.of(order.subList(at, at + 1));
            switch (place(layout, next)) {
                case PlacedInstances(var larger) -> layout = larger;
                case NoPlacement impossible -> {
                    return impossible;
                }
            }
        }
        return new PlacedInstances(layout);
    }

    private Optional<PlacementMisfit> misfit(MigProfile name, int count) {
        var profile = product.profile(name);
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

    /** What stops the first instance, taken by size, from which on there is no way. */
    private static PlacementMisfit why(MigLayout layout, List<InstanceProfile> wanted) {
        var board = MigBoard.of(layout);
        for (int at = 0; at < wanted.size(); at++) {
            var stuck = wanted.get(at);
            var spent = spent(board, stuck);
            if (spent.isPresent()) {
                return spent.get();
            }
            var larger = MigBoard.of(layout);
            if (!new PlacementSearch(larger).place(wanted.subList(0, at + 1))) {
                return new PlacementMisfit.NoArrangement(stuck.profile(), stuck.starts(),
                        board.layout().combination().toString());
            }
            board = larger;
        }
        throw new IllegalStateException("There is a way for " + wanted);
    }

    private static Optional<PlacementMisfit> spent(MigBoard board, InstanceProfile profile) {
        var refusal = board.refusal(profile);
        if (refusal != null) {
            return Optional.of(refusal);
        }
        int needed = profile.placements().getFirst().size();
        return needed > board.memoryLeft()
                ? Optional.of(new PlacementMisfit.MemorySpent(profile.profile(), needed, board.memoryLeft()))
                : Optional.empty();
    }

    private static int compare(List<MigProfile> one, List<MigProfile> other) {
        for (int at = 0; at < Math.min(one.size(), other.size()); at++) {
            int order = one.get(at).compareTo(other.get(at));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }
}

package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one GPU is cut, legal or not.
 *
 * @param product   what is cut
 * @param instances by start
 */
public record MigLayout(MigProduct product, List<PlacedInstance> instances) {

    public MigLayout {
        instances = instances.stream()
                .sorted(Comparator.comparing(PlacedInstance::placement).thenComparing(PlacedInstance::profile))
                .toList();
    }

    /** A GPU in MIG mode without instances. */
    public static MigLayout empty(MigProduct product) {
        return new MigLayout(product, List.of());
    }

    /** Why no GPU can be cut so; empty when it can. */
    public Optional<PlacementMisfit> misfit() {
        var board = new MigBoard(product);
        for (var instance : instances) {
            var misfit = board.refusal(instance);
            if (misfit != null) {
                return Optional.of(misfit);
            }
            board.add(instance);
        }
        return Optional.empty();
    }

    public boolean legal() {
        return misfit().isEmpty();
    }

    /** Why an instance cannot be added; empty when it can. */
    public Optional<PlacementMisfit> misfit(PlacedInstance more) {
        return Optional.ofNullable(MigBoard.of(this).refusal(more));
    }

    /** This layout and one more instance. */
    public MigLayout with(PlacedInstance more) {
        var all = new ArrayList<>(instances);
        all.add(more);
        return new MigLayout(product, all);
    }

    /** This layout without one instance. */
    public MigLayout without(PlacedInstance instance) {
        var rest = new ArrayList<>(instances);
        rest.remove(instance);
        return new MigLayout(product, rest);
    }

    /** Where an instance of a size may still lie, by start; nowhere when the product offers no such size. */
    public List<MigPlacement> placements(MigProfile name) {
        var board = MigBoard.of(this);
        return product.profile(name).stream()
                .flatMap(profile -> profile.placements().stream().filter(placement -> board.fits(profile, placement)))
                .toList();
    }

    /** How many more of each size fit if nothing else is added, like the free column of {@code nvidia-smi mig -lgip}. */
    public Map<MigProfile, Integer> fits() {
        var fits = new LinkedHashMap<MigProfile, Integer>();
        for (var profile : product.profiles()) {
            var board = MigBoard.of(this);
            int before = board.instances().size();
            // alike in size, so taking the first that is free each time leaves room for the most
            for (var placement : profile.placements()) {
                if (board.fits(profile, placement)) {
                    board.add(new PlacedInstance(profile.profile(), placement));
                }
            }
            fits.put(profile.profile(), board.instances().size() - before);
        }
        return Collections.unmodifiableMap(fits);
    }

    /** What is in use, free and dead; empty when it is not published where instances lie on the product. */
    public Optional<SliceMap> map() {
        return product.placementsKnown()
                ? Optional.of(SliceMap.of(MigBoard.of(this), product.memoryUnits().orElseThrow()))
                : Optional.empty();
    }

    /** Memory units that no instance holds and none can use any more. */
    public List<Integer> deadUnits() {
        return map().map(map -> List.copyOf(map.dead())).orElse(List.of());
    }

    /** How many there are of each size. */
    public InstanceCombination combination() {
        return InstanceCombination.of(instances.stream().map(PlacedInstance::profile).toList());
    }
}

package tessera.mig;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Places requested instances on as few GPUs of one product as possible. */
public final class FewestGpuPlanner {

    /** So many states are looked at before the best that was found is taken. */
    private static final int STATES = 200_000;

    private final MigGeometry geometry;
    private final MigProduct product;
    private final List<InstanceCombination> patterns;
    private final Set<SearchState> deadEnds = new HashSet<>();

    /** The result of a search for the fewest GPUs. */
    public sealed interface FewestAnswer {

        /**
         * A layout was found.
         *
         * @param gpus   one layout a GPU
         * @param proven whether fewer cannot do; otherwise none was found in reasonable time
         */
        record FewestLayout(List<MigLayout> gpus, boolean proven) implements FewestAnswer {

            public FewestLayout {
                gpus = List.copyOf(gpus);
            }
        }

        /** One of the instances fits on no GPU of the product. */
        record NoLayout(PlacementMisfit why) implements FewestAnswer {}
    }

    private record SearchState(InstanceCombination left, int gpus) {}

    private FewestGpuPlanner(MigProduct product, InstanceCombination wanted) {
        this.product = product;
        geometry = MigGeometry.of(product);
        patterns = MigGeometry.of(product.retainProfiles(size -> wanted.counts().containsKey(size.profile())))
                .maximalCombinations();
    }

    /** Places the instances, on any number of GPUs. */
    public static FewestAnswer findFewest(MigProduct product, InstanceCombination wanted) {
        var geometry = MigGeometry.of(product);
        for (var profile : wanted.counts().keySet()) {
            if (geometry
                    .placeOnEmptyGpu(InstanceCombination
                            .of(List.of(profile))) instanceof PlacementAttempt.NoPlacement(var why)) {
                return new FewestAnswer.NoLayout(why);
            }
        }
        return new FewestGpuPlanner(product, wanted).findFewest(wanted);
    }

    private FewestAnswer findFewest(InstanceCombination wanted) {
        var found = firstFitDecreasing(wanted);
        for (int gpus = lowerBound(wanted); gpus < found.size(); gpus++) {
            var parts = new ArrayList<InstanceCombination>();
            if (canServe(wanted, gpus, parts)) {
                return new FewestAnswer.FewestLayout(layoutsOf(parts), true);
            }
            if (deadEnds.size() >= STATES) {
                return new FewestAnswer.FewestLayout(layoutsOf(found), false);
            }
        }
        return new FewestAnswer.FewestLayout(layoutsOf(found), true);
    }

    private List<MigLayout> layoutsOf(List<InstanceCombination> parts) {
        return parts.stream().map(part -> ((PlacementAttempt.PlacementFound) geometry.placeOnEmptyGpu(part)).layout())
                .toList();
    }

    /** Places each instance, the largest first, on the first GPU that has room: not always the fewest. */
    private List<InstanceCombination> firstFitDecreasing(InstanceCombination wanted) {
        var gpus = new ArrayList<InstanceCombination>();
        for (var profile : wanted.profiles()) {
            int at = 0;
            while (at < gpus.size()
                    && !(geometry
                            .placeOnEmptyGpu(gpus.get(at).plus(profile)) instanceof PlacementAttempt.PlacementFound)) {
                at++;
            }
            if (at == gpus.size()) {
                gpus.add(InstanceCombination.of(List.of(profile)));
            } else {
                gpus.set(at, gpus.get(at).plus(profile));
            }
        }
        return gpus;
    }

    /** Returns a lower bound for the number of GPUs, by slices and by size. */
    private int lowerBound(InstanceCombination left) {
        long compute = 0;
        long memory = 0;
        int maximum = 0;
        for (var entry : left.counts().entrySet()) {
            var size = product.findProfile(entry.getKey()).orElseThrow();
            compute += (long) size.computeSlices() * entry.getValue();
            memory += (long) size.memorySlices().orElse(0) * entry.getValue();
            maximum = Math.max(maximum, Math.ceilDiv(entry.getValue(), size.most()));
        }
        maximum = Math.max(maximum, Math.toIntExact(Math.ceilDiv(compute, product.computeSlices())));
        return Math.max(maximum, Math.toIntExact(Math.ceilDiv(memory, product.memoryUnits().orElse(MigProfile.UNITS))));
    }

    /** Returns whether a number of GPUs can serve the rest; adds each GPU's part to the list. */
    private boolean canServe(InstanceCombination left, int gpus, List<InstanceCombination> parts) {
        if (left.instanceCount() == 0) {
            return true;
        }
        var state = new SearchState(left, gpus);
        if (lowerBound(left) > gpus || deadEnds.size() >= STATES || deadEnds.contains(state)) {
            return false;
        }
        for (var part : candidateParts(left)) {
            parts.add(part);
            if (canServe(difference(left, part), gpus - 1, parts)) {
                return true;
            }
            parts.removeLast();
        }
        deadEnds.add(state);
        return false;
    }

    /** Returns the combinations that one GPU can serve of the rest, the largest profile included; dominated ones are dropped. */
    private List<InstanceCombination> candidateParts(InstanceCombination left) {
        var largest = left.counts().firstKey();
        var parts = new ArrayList<InstanceCombination>();
        for (var pattern : patterns) {
            var part = sumOf(pattern, left);
            if (part.countOf(largest) > 0 && parts.stream().noneMatch(other -> includesAll(other, part))) {
                parts.removeIf(other -> includesAll(part, other));
                parts.add(part);
            }
        }
        return parts;
    }

    private static boolean includesAll(InstanceCombination more, InstanceCombination fewer) {
        return fewer.counts().entrySet().stream().allMatch(entry -> more.countOf(entry.getKey()) >= entry.getValue());
    }

    private static InstanceCombination sumOf(InstanceCombination one, InstanceCombination other) {
        var both = new TreeMap<MigProfile, Integer>();
        one.counts().forEach((profile, count) -> both.put(profile, Math.min(count, other.countOf(profile))));
        return InstanceCombination.of((Map<MigProfile, Integer>) both);
    }

    private static InstanceCombination difference(InstanceCombination from, InstanceCombination part) {
        var rest = new TreeMap<MigProfile, Integer>();
        from.counts().forEach((profile, count) -> rest.put(profile, count - part.countOf(profile)));
        return InstanceCombination.of((Map<MigProfile, Integer>) rest);
    }
}

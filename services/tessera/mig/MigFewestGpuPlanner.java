package tessera.mig;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Places requested instances on as few GPUs of one product as possible. */
public final class MigFewestGpuPlanner {

    /** So many states are looked at before the best that was found is taken. */
    private static final int STATES = 200_000;

    private final MigLayoutFinder geometry;
    private final MigProduct product;
    private final List<MigInstanceCombination> patterns;
    private final Set<FewestGpuSearchState> deadEnds = new HashSet<>();

    /** The result of a search for the fewest GPUs. */
    public sealed interface FewestGpuResult {

        /**
         * A layout was found.
         *
         * @param gpus   one layout a GPU
         * @param proven whether fewer cannot do; otherwise none was found in reasonable time
         */
        record FewestGpuLayout(List<MigLayout> gpus, boolean proven) implements FewestGpuResult {

            public FewestGpuLayout {
                gpus = List.copyOf(gpus);
            }
        }

        /** One of the instances fits on no GPU of the product. */
        record ImpossibleMigCombination(MigPlacementFailure failure) implements FewestGpuResult {}
    }

    private record FewestGpuSearchState(MigInstanceCombination left, int gpus) {}

    private MigFewestGpuPlanner(MigProduct product, MigInstanceCombination requested) {
        this.product = product;
        geometry = MigLayoutFinder.of(product);
        patterns = MigLayoutFinder.of(product.retainProfiles(size -> requested.counts().containsKey(size.profile())))
                .maximalCombinations();
    }

    /** Places the instances, on any number of GPUs. */
    public static FewestGpuResult findFewest(MigProduct product, MigInstanceCombination requested) {
        var geometry = MigLayoutFinder.of(product);
        for (var profile : requested.counts().keySet()) {
            if (geometry.placeOnEmptyGpu(MigInstanceCombination
                    .of(List.of(profile))) instanceof MigPlacementResult.NoPlacement(var failure)) {
                return new FewestGpuResult.ImpossibleMigCombination(failure);
            }
        }
        return new MigFewestGpuPlanner(product, requested).findFewest(requested);
    }

    private FewestGpuResult findFewest(MigInstanceCombination requested) {
        var found = firstFitDecreasing(requested);
        for (int gpus = lowerBound(requested); gpus < found.size(); gpus++) {
            var parts = new ArrayList<MigInstanceCombination>();
            if (canServe(requested, gpus, parts)) {
                return new FewestGpuResult.FewestGpuLayout(layoutsOf(parts), true);
            }
            if (deadEnds.size() >= STATES) {
                return new FewestGpuResult.FewestGpuLayout(layoutsOf(found), false);
            }
        }
        return new FewestGpuResult.FewestGpuLayout(layoutsOf(found), true);
    }

    private List<MigLayout> layoutsOf(List<MigInstanceCombination> parts) {
        return parts.stream().map(part -> ((MigPlacementResult.PlacementFound) geometry.placeOnEmptyGpu(part)).layout())
                .toList();
    }

    /** Places each instance, the largest first, on the first GPU that has room: not always the fewest. */
    private List<MigInstanceCombination> firstFitDecreasing(MigInstanceCombination requested) {
        var gpus = new ArrayList<MigInstanceCombination>();
        for (var profile : requested.profiles()) {
            int at = 0;
            while (at < gpus.size() && !(geometry
                    .placeOnEmptyGpu(gpus.get(at).plus(profile)) instanceof MigPlacementResult.PlacementFound)) {
                at++;
            }
            if (at == gpus.size()) {
                gpus.add(MigInstanceCombination.of(List.of(profile)));
            } else {
                gpus.set(at, gpus.get(at).plus(profile));
            }
        }
        return gpus;
    }

    /** Returns a lower bound for the number of GPUs, by slices and by size. */
    private int lowerBound(MigInstanceCombination left) {
        long compute = 0;
        long memory = 0;
        int maximum = 0;
        for (var entry : left.counts().entrySet()) {
            var size = product.findProfile(entry.getKey()).orElseThrow();
            compute += (long) size.computeSlices() * entry.getValue();
            memory += (long) size.memorySlices().orElse(0) * entry.getValue();
            maximum = Math.max(maximum, Math.ceilDiv(entry.getValue(), size.maxInstances()));
        }
        maximum = Math.max(maximum, Math.toIntExact(Math.ceilDiv(compute, product.computeSlices())));
        return Math.max(maximum, Math.toIntExact(Math.ceilDiv(memory, product.memoryUnits().orElse(MigProfile.UNITS))));
    }

    /** Returns whether a number of GPUs can serve the rest; adds each GPU's part to the list. */
    private boolean canServe(MigInstanceCombination left, int gpus, List<MigInstanceCombination> parts) {
        if (left.instanceCount() == 0) {
            return true;
        }
        var state = new FewestGpuSearchState(left, gpus);
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
    private List<MigInstanceCombination> candidateParts(MigInstanceCombination left) {
        var largest = left.counts().firstKey();
        var parts = new ArrayList<MigInstanceCombination>();
        for (var pattern : patterns) {
            var part = sumOf(pattern, left);
            if (part.countOf(largest) > 0 && parts.stream().noneMatch(other -> includesAll(other, part))) {
                parts.removeIf(other -> includesAll(part, other));
                parts.add(part);
            }
        }
        return parts;
    }

    private static boolean includesAll(MigInstanceCombination more, MigInstanceCombination fewer) {
        return fewer.counts().entrySet().stream().allMatch(entry -> more.countOf(entry.getKey()) >= entry.getValue());
    }

    private static MigInstanceCombination sumOf(MigInstanceCombination one, MigInstanceCombination other) {
        var both = new TreeMap<MigProfile, Integer>();
        one.counts().forEach((profile, count) -> both.put(profile, Math.min(count, other.countOf(profile))));
        return MigInstanceCombination.of((Map<MigProfile, Integer>) both);
    }

    private static MigInstanceCombination difference(MigInstanceCombination from, MigInstanceCombination part) {
        var rest = new TreeMap<MigProfile, Integer>();
        from.counts().forEach((profile, count) -> rest.put(profile, count - part.countOf(profile)));
        return MigInstanceCombination.of((Map<MigProfile, Integer>) rest);
    }
}

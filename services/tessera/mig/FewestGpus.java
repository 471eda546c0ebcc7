package tessera.mig;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Lays instances that are asked for out on as few GPUs of one product as can serve them. */
public final class FewestGpus {

    /** So many states are looked at before the best that was found is taken. */
    private static final int STATES = 200_000;

    private final MigGeometry geometry;
    private final MigProduct product;
    private final List<InstanceCombination> patterns;
    private final Set<SearchState> deadEnds = new HashSet<>();

    /** What came of it. */
    public sealed interface FewestAnswer {

        /**
         * There is a way.
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

    private FewestGpus(MigProduct product, InstanceCombination wanted) {
        this.product = product;
        geometry = MigGeometry.of(product);
        patterns = MigGeometry.of(product.only(size -> wanted.counts().containsKey(size.profile())))
                .maximalCombinations();
    }

    /** Serves these, however many GPUs that takes. */
    public static FewestAnswer serve(MigProduct product, InstanceCombination wanted) {
        var geometry = MigGeometry.of(product);
        for (var profile : wanted.counts().keySet()) {
            if (geometry
                    .place(InstanceCombination.of(List.of(profile))) instanceof PlacementAttempt.NoPlacement(var why)) {
                return new FewestAnswer.NoLayout(why);
            }
        }
        return new FewestGpus(product, wanted).serve(wanted);
    }

    private FewestAnswer serve(InstanceCombination wanted) {
        var found = oneAfterTheOther(wanted);
        for (int gpus = atLeast(wanted); gpus < found.size(); gpus++) {
            var parts = new ArrayList<InstanceCombination>();
            if (covers(wanted, gpus, parts)) {
                return new FewestAnswer.FewestLayout(layouts(parts), true);
            }
            if (deadEnds.size() >= STATES) {
                return new FewestAnswer.FewestLayout(layouts(found), false);
            }
        }
        return new FewestAnswer.FewestLayout(layouts(found), true);
    }

    private List<MigLayout> layouts(List<InstanceCombination> parts) {
        return parts.stream().map(part -> ((PlacementAttempt.PlacedInstances) geometry.place(part)).layout()).toList();
    }

    /** Each, the largest first, on the first GPU that has room: not always the fewest. */
    private List<InstanceCombination> oneAfterTheOther(InstanceCombination wanted) {
        var gpus = new ArrayList<InstanceCombination>();
        for (var profile : wanted.profiles()) {
            int at = 0;
            while (at < gpus.size()
                    && !(geometry.place(gpus.get(at).plus(profile)) instanceof PlacementAttempt.PlacedInstances)) {
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

    /** No fewer can do, by slices and by size. */
    private int atLeast(InstanceCombination left) {
        long compute = 0;
        long memory = 0;
        int most = 0;
        for (var entry : left.counts().entrySet()) {
            var size = product.profile(entry.getKey()).orElseThrow();
            compute += (long) size.computeSlices() * entry.getValue();
            memory += (long) size.memorySlices().orElse(0) * entry.getValue();
            most = Math.max(most, Math.ceilDiv(entry.getValue(), size.most()));
        }
        most = Math.max(most, Math.toIntExact(Math.ceilDiv(compute, product.computeSlices())));
        return Math.max(most, Math.toIntExact(Math.ceilDiv(memory, product.memoryUnits().orElse(MigProfile.UNITS))));
    }

    /** Whether so many GPUs can serve what is left; what each of them serves is added. */
    private boolean covers(InstanceCombination left, int gpus, List<InstanceCombination> parts) {
        if (left.size() == 0) {
            return true;
        }
        var state = new SearchState(left, gpus);
        if (atLeast(left) > gpus || deadEnds.size() >= STATES || deadEnds.contains(state)) {
            return false;
        }
        for (var part : parts(left)) {
            parts.add(part);
            if (covers(minus(left, part), gpus - 1, parts)) {
                return true;
            }
            parts.removeLast();
        }
        deadEnds.add(state);
        return false;
    }

    /** What one GPU can serve of the largest that is left and of others; of two the one that serves more of all. */
    private List<InstanceCombination> parts(InstanceCombination left) {
        var largest = left.counts().firstKey();
        var parts = new ArrayList<InstanceCombination>();
        for (var pattern : patterns) {
            var part = both(pattern, left);
            if (part.of(largest) > 0 && parts.stream().noneMatch(other -> holds(other, part))) {
                parts.removeIf(other -> holds(part, other));
                parts.add(part);
            }
        }
        return parts;
    }

    private static boolean holds(InstanceCombination more, InstanceCombination fewer) {
        return fewer.counts().entrySet().stream().allMatch(entry -> more.of(entry.getKey()) >= entry.getValue());
    }

    private static InstanceCombination both(InstanceCombination one, InstanceCombination other) {
        var both = new TreeMap<MigProfile, Integer>();
        one.counts().forEach((profile, count) -> both.put(profile, Math.min(count, other.of(profile))));
        return InstanceCombination.of((Map<MigProfile, Integer>) both);
    }

    private static InstanceCombination minus(InstanceCombination from, InstanceCombination part) {
        var rest = new TreeMap<MigProfile, Integer>();
        from.counts().forEach((profile, count) -> rest.put(profile, count - part.of(profile)));
        return InstanceCombination.of((Map<MigProfile, Integer>) rest);
    }
}

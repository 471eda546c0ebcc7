package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.model.ResourceAmounts;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * How many pods that are alike find a place now.
 *
 * @param nodes  how many on each node, those without any left out
 * @param capped whether there may be room for more: it was counted no further
 */
public record PodCapacity(Map<String, Long> nodes, boolean capped) {

    /** Nobody wants to know of more. */
    static final long MOST = 10_000;
    /** Placing pods one by one is slow where each changes what the next may do. */
    private static final long ONE_BY_ONE = 500;

    public PodCapacity {
        nodes = Map.copyOf(nodes);
    }

    public long total() {
        return nodes.values().stream().mapToLong(Long::longValue).reduce(0, ResourceAmounts::saturatedSum);
    }

    static PodCapacity of(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        boolean alone = wish.ports().isEmpty() && wish.aversion().isEmpty() && wish.affinity().isEmpty()
                && wish.spread().isEmpty();
        return alone ? independent(scene, wish) : oneByOne(scene, wish);
    }

    private static PodCapacity independent(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        var filters = new NodeFilters(scene, wish);
        var counts = new TreeMap<String, Long>();
        boolean capped = false;
        for (var room : scene.rooms()) {
            var kept = room.with(scene.before(room.name(), wish.priority()));
            if (filters.objections(room).isEmpty()) {
                long count = Math.min(room(filters, kept),
                        scene.around().devices().map(claims -> claims.room(room.facts())).orElse(Long.MAX_VALUE));
                counts.put(room.name(), Math.min(count, MOST));
                capped |= count > MOST;
            }
        }
        return new PodCapacity(counts, capped);
    }

    private static long room(NodeFilters filters, SchedulerNode room) {
        long pods = room.allocatable(ResourceAmounts.PODS) - room.occupants().size();
        return filters.needs(room).stream()
                .mapToLong(need -> (need.allocatable() - need.taken()) / need.wanted()).reduce(pods, Math::min);
    }

    private static PodCapacity oneByOne(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        var counts = new TreeMap<String, Long>();
        var now = scene;
        for (long placed = 0; placed < ONE_BY_ONE; placed++) {
            var filters = new NodeFilters(now, wish);
            var takes = now.rooms().stream().filter(room -> filters.objections(room).isEmpty())
                    .max(Comparator.comparingLong((SchedulerNode room) -> room(filters, room))
                            .thenComparing(SchedulerNode::name));
            if (takes.isEmpty()) {
                return new PodCapacity(counts, false);
            }
            var node = takes.get();
            counts.merge(node.name(), 1L, Long::sum);
            now = now.with(node.with(List.of(AssignedPod.of(wish, "new-" + placed))));
        }
        return new PodCapacity(counts, true);
    }
}

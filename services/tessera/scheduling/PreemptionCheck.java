package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * Whether pods of lower priority could be evicted for one that waits.
 *
 * @param words why not, in the scheduler's words; empty where they could
 * @param nodes where they could
 */
record PreemptionCheck(String words, List<String> nodes) {

    private static final List<String> NOT_HELPFUL = List.of("Preemption is not helpful for scheduling");
    private static final List<String> NO_VICTIMS = List.of("No preemption victims found for incoming pod");

    static PreemptionCheck of(SchedulingSnapshot scene, PodSchedulingSpec wish, List<NodeFit> nodes) {
        if (!wish.preempts()) {
            return new PreemptionCheck("not eligible due to preemptionPolicy=Never.", List.of());
        }
        var nominated = scene.room(wish.nominated());
        if (nominated.isPresent() && waitsForVictims(nominated.get(), wish, nodes)) {
            return new PreemptionCheck("not eligible due to a terminating pod on the nominated node.", List.of());
        }
        var answers = new ArrayList<List<String>>();
        var candidates = candidates(scene, wish, nodes, answers::add);
        return candidates.isEmpty()
                ? new PreemptionCheck(SchedulerFailureText.counted(nodes.size(), answers), List.of())
                : new PreemptionCheck("", candidates);
    }

    /** What it means to a pod that others are of lower priority; empty where none of these could make room for it. */
    static String sentence(SchedulingSnapshot scene, PodSchedulingSpec wish, List<NodeFit> nodes) {
        var kept = scene.room(wish.nominated());
        if (kept.isPresent()) {
            return "The scheduler keeps %s for it%s".formatted(wish.nominated(),
                    waitsForVictims(kept.get(), wish, nodes)
                            ? ", where pods of lower priority are being ended"
                            : "");
        }
        var places = candidates(scene, wish, nodes, _ -> {});
        if (places.isEmpty()) {
            return "";
        }
        var where = places.getFirst() + (places.size() == 1 ? "" : " and %d more".formatted(places.size() - 1));
        return wish.preempts() ? "The scheduler may evict pods of lower priority for it, on " + where
                : "Pods of lower priority are in its way on %s; it may not displace them (preemptionPolicy is Never)"
                        .formatted(where);
    }

    /** Where pods could be displaced for one that may displace nobody; nothing for one that may. */
    static List<String> barred(SchedulingSnapshot scene, PodSchedulingSpec wish, List<NodeFit> nodes) {
        return wish.preempts() ? List.of() : candidates(scene, wish, nodes, _ -> {});
    }

    /** @param answers hears what is still against each node; nothing where that could make room */
    private static List<String> candidates(SchedulingSnapshot scene, PodSchedulingSpec wish, List<NodeFit> nodes,
            Consumer<List<String>> answers) {
        var candidates = new ArrayList<String>();
        for (var node : nodes) {
            var answer = scene.room(node.name()).map(room -> ask(scene, wish, node, room)).orElse(NOT_HELPFUL);
            answers.accept(answer);
            if (answer.isEmpty()) {
                candidates.add(node.name());
            }
        }
        return candidates;
    }

    /** What is still against a node without the pods of lower priority; nothing where they could make room. */
    private static List<String> ask(SchedulingSnapshot scene, PodSchedulingSpec wish, NodeFit node,
            SchedulerNode room) {
        if (!node.evictable()) {
            return NOT_HELPFUL;
        }
        if (room.occupants().stream().noneMatch(other -> other.priority() < wish.priority())) {
            return NO_VICTIMS;
        }
        var cleared = room.without(other -> other.priority() < wish.priority());
        var left = new NodeFilters(scene.with(cleared), wish).objections(cleared);
        return SchedulerFailureText.reasons(new NodeFit(room.facts(), left, List.of()).told());
    }

    /** Whether room is being made already: then nobody else is evicted. */
    private static boolean waitsForVictims(SchedulerNode nominated, PodSchedulingSpec wish, List<NodeFit> nodes) {
        Optional<NodeFit> there = nodes.stream().filter(node -> node.name().equals(nominated.name())).findFirst();
        return there.filter(NodeFit::evictable).isPresent() && nominated.occupants().stream()
                .anyMatch(other -> other.ending() && other.priority() < wish.priority());
    }
}

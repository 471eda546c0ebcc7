package tessera.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.fit.wish.PodWish;

/**
 * Whether pods of lower priority could be evicted for one that waits.
 *
 * @param words why not, in the scheduler's words; empty where they could
 * @param nodes where they could
 */
record Preemption(String words, List<String> nodes) {

    private static final List<String> NOT_HELPFUL = List.of("Preemption is not helpful for scheduling");
    private static final List<String> NO_VICTIMS = List.of("No preemption victims found for incoming pod");

    static Preemption of(Scene scene, PodWish wish, List<NodeFit> nodes) {
        if (!wish.preempts()) {
            return new Preemption("not eligible due to preemptionPolicy=Never.", List.of());
        }
        var nominated = scene.room(wish.nominated());
        if (nominated.isPresent() && waitsForVictims(nominated.get(), wish, nodes)) {
            return new Preemption("not eligible due to a terminating pod on the nominated node.", List.of());
        }
        var candidates = new ArrayList<String>();
        var answers = new ArrayList<List<String>>();
        for (var node : nodes) {
            var answer = scene.room(node.name()).map(room -> ask(scene, wish, node, room)).orElse(NOT_HELPFUL);
            answers.add(answer);
            if (answer.isEmpty()) {
                candidates.add(node.name());
            }
        }
        return candidates.isEmpty() ? new Preemption(SchedulerWords.counted(nodes.size(), answers), List.of())
                : new Preemption("", candidates);
    }

    /** What is still against a node without the pods of lower priority; nothing where they could make room. */
    private static List<String> ask(Scene scene, PodWish wish, NodeFit node, NodeRoom room) {
        if (!node.evictable()) {
            return NOT_HELPFUL;
        }
        if (room.occupants().stream().noneMatch(other -> other.priority() < wish.priority())) {
            return NO_VICTIMS;
        }
        var cleared = room.without(other -> other.priority() < wish.priority());
        var left = new Filters(scene.with(cleared), wish).objections(cleared);
        return SchedulerWords.reasons(new NodeFit(room.facts(), left, List.of()).told());
    }

    /** Whether room is being made already: then nobody else is evicted. */
    private static boolean waitsForVictims(NodeRoom nominated, PodWish wish, List<NodeFit> nodes) {
        Optional<NodeFit> there = nodes.stream().filter(node -> node.name().equals(nominated.name())).findFirst();
        return there.filter(NodeFit::evictable).isPresent() && nominated.occupants().stream()
                .anyMatch(other -> other.ending() && other.priority() < wish.priority());
    }
}

package tessera.scheduling;

import java.time.Duration;
import java.util.List;
import tessera.model.DurationText;
import tessera.model.ListText;
import tessera.model.ResourceAmounts;

/** The few pods of a node whose end would make room for another. */
record PreemptionCandidate(String node, List<AssignedPod> pods) {

    private static final int NAMED = 3;
    private static final Duration STUCK = Duration.ofMinutes(10);

    PreemptionCandidate {
        pods = List.copyOf(pods);
    }

    /** Whether all of them end already. */
    boolean ending() {
        return pods.stream().allMatch(AssignedPod::ending);
    }

    /** How many they hold, of whatever kind: work on many loses more. */
    long devices() {
        return pods.stream().map(AssignedPod::requests).flatMap(asked -> asked.names().stream()
                .filter(name -> name.contains("/")).map(asked::get)).reduce(0L, ResourceAmounts::saturatedSum);
    }

    /** @param overdue how long ago they should have been gone: what has not ended by then does not end by itself */
    RemedySuggestion advice(Duration overdue) {
        var keys = pods.stream().map(AssignedPod::key).toList();
        var listed = ListText.some(keys, NAMED);
        boolean one = keys.size() == 1;
        if (ending() && overdue.compareTo(STUCK) > 0) {
            return new RemedySuggestion(
                    "See why %s on %s %s not end: %s should have been gone for %s".formatted(listed, node,
                            one ? "does" : "do", one ? "it" : "they", DurationText.words(overdue)),
                    "tessera doctor --node " + node,
                    new PodRemedy.Mend(node));
        }
        var words = ending() ? "Wait: on %s %s already, which makes room".formatted(node,
                listed + (one ? " ends" : " end"))
                : "Wait until %s on %s %s, or evict %s".formatted(listed, node, one ? "ends" : "end",
                        one ? "it" : "them");
        return new RemedySuggestion(words, ending() ? ""
                : "tessera plan evict " + String.join(" ", keys),
                new PodRemedy.Free(node, keys));
    }
}

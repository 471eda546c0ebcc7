package tessera.fit;

import java.time.Duration;
import java.util.List;
import tessera.model.Lasting;
import tessera.model.Resources;
import tessera.model.WordList;

/** The few pods of a node whose end would make room for another. */
record Exit(String node, List<Occupant> pods) {

    private static final int NAMED = 3;
    private static final Duration STUCK = Duration.ofMinutes(10);

    Exit {
        pods = List.copyOf(pods);
    }

    /** Whether all of them end already. */
    boolean ending() {
        return pods.stream().allMatch(Occupant::ending);
    }

    /** How many they hold, of whatever kind: work on many loses more. */
    long devices() {
        return pods.stream().map(Occupant::requests).flatMap(asked -> asked.names().stream()
                .filter(name -> name.contains("/")).map(asked::get)).reduce(0L, Resources::saturatedSum);
    }

    /** @param overdue how long ago they should have been gone: what has not ended by then does not end by itself */
    Suggestion advice(Duration overdue) {
        var keys = pods.stream().map(Occupant::key).toList();
        var listed = WordList.some(keys, NAMED);
        boolean one = keys.size() == 1;
        if (ending() && overdue.compareTo(STUCK) > 0) {
            return new Suggestion("See why %s on %s %s not end: %s should have been gone for %s".formatted(listed, node,
                    one ? "does" : "do", one ? "it" : "they", Lasting.words(overdue)), "tessera doctor --node " + node,
                    new Remedy.Mend(node));
        }
        var words = ending() ? "Wait: on %s %s already, which makes room".formatted(node,
                listed + (one ? " ends" : " end"))
                : "Wait until %s on %s %s, or evict %s".formatted(listed, node, one ? "ends" : "end",
                        one ? "it" : "them");
        return new Suggestion(words, ending() ? ""
                : "tessera plan evict " + String.join(" ", keys),
                new Remedy.Free(node, keys));
    }
}

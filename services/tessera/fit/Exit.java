package tessera.fit;

import java.util.List;
import tessera.model.Resources;
import tessera.model.WordList;

/** The few pods of a node whose end would make room for another. */
record Exit(String node, List<Occupant> pods) {

    private static final int NAMED = 3;

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

    Suggestion advice() {
        var keys = pods.stream().map(Occupant::key).toList();
        var listed = WordList.some(keys, NAMED);
        boolean one = keys.size() == 1;
        var words = ending() ? "Wait: on %s %s ends already, which makes room".formatted(node, listed)
                : "Wait until %s on %s %s, or evict %s".formatted(listed, node, one ? "ends" : "end",
                        one ? "it" : "them");
        return new Suggestion(words, ending() ? ""
                : "tessera plan evict " + String.join(" ", keys),
                new Remedy.Free(node, keys));
    }
}

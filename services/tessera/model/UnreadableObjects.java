package tessera.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * Objects that could not be read, or not wholly: whatever is counted of their kinds is a lower bound.
 *
 * @param examples  some of them, by kind
 * @param countsByKind how many there are of each kind
 */
public record UnreadableObjects(List<UnreadableObject> examples, Map<String, Integer> countsByKind) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnreadableObjects.class);

    public static final UnreadableObjects NONE = new UnreadableObjects(List.of(), Map.of());

    /** How many of a kind are named. */
    public static final int MOST_NAMED = 20;
    /** How many of a kind are named in a line. */
    private static final int MOST_TOLD = 3;

    public UnreadableObjects {
        examples = List.copyOf(examples);
        countsByKind = Map.copyOf(countsByKind);
    }

    /**
     * Returns those of several collections, each once.
     *
     * @param further how many there are of each kind beyond those listed
     */
    public static UnreadableObjects of(Iterable<UnreadableObject> objects, Map<String, Integer> further) {
        var each = new LinkedHashMap<String, UnreadableObject>();
        int nameless = 0;
        for (var object : objects) {
            each.putIfAbsent(object.name().isEmpty() ? String.valueOf(nameless++) : object.key(), object);
        }
        var counts = new TreeMap<>(further);
        var named = new ArrayList<UnreadableObject>();
        var told = new TreeMap<String, Integer>();
        for (var object : each.values()) {
            counts.merge(object.kind(), 1, Integer::sum);
            if (told.merge(object.kind(), 1, Integer::sum) <= MOST_NAMED) {
                named.add(object);
            }
        }
        return counts.isEmpty() ? NONE : new UnreadableObjects(named, counts);
    }

    public boolean isEmpty() {
        return countsByKind.isEmpty();
    }

    /** Returns how many there are of all kinds. */
    public int count() {
        return countsByKind.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Whether there are any of some kinds. */
    public boolean has(String... kinds) {
        return List.of(kinds).stream().anyMatch(countsByKind::containsKey);
    }

    /** Whether an object without a namespace is one of them, or may be one of those that are not named. */
    public boolean mayInclude(String kind, String name) {
        var some = examples.stream().filter(each -> each.kind().equals(kind)).toList();
        return some.size() < countsByKind.getOrDefault(kind, 0)
                || some.stream().anyMatch(each -> each.name().equals(name));
    }

    /** Returns a line for each kind, how many could not be read, the first of them, and why; and one for each cut list. */
    public List<String> lines() {
        return countsByKind.keySet().stream().sorted().flatMap(this::problemTexts).toList();
    }

    private Stream<String> problemTexts(String kind) {
        var rests = examples.stream().filter(each -> each.kind().equals(kind) && each.isListRest()).toList();
        int count = countsByKind.getOrDefault(kind, 0) - rests.size();
        return Stream.concat(count == 0 ? Stream.empty() : Stream.of(problemText(kind, count)),
                rests.stream().map(rest -> rest.reason().text()));
    }

    private String problemText(String kind, int count) {
        var some = examples.stream().filter(each -> each.kind().equals(kind) && !each.isListRest()).limit(MOST_TOLD)
                .toList();
        var texts = SentenceJoiner.joinClauses(some.stream().map(UnreadableObject::text).toList());
        int others = count - some.size();
        return MESSAGES.text("unreadable.objects", kind, texts, others, count);
    }
}

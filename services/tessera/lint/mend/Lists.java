package tessera.lint.mend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Value;

/** Edits that make a list of what stands where a list must be. */
public final class Lists {

    private static final String WORDS = "Write a list";
    /** What splits into words as it would in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[^\"'`\\\\$|&;<>*?#~!(){}\\[\\]\\r\\n]+");
    private static final Set<String> PAIR = Set.of("name", "value");

    private Lists() {}

    /**
     * A list of it, or of its entries where each is a name and what that stands for.
     *
     * @param fields that an entry of the list has; none where it is a text
     */
    public static Optional<Fix> of(Value value, Set<String> fields) {
        if (value.isText()) {
            return fields.isEmpty() && PLAIN.matcher(value.text()).matches() ? Edits.fix(WORDS, words(value))
                    : Optional.empty();
        }
        if (!fields.isEmpty() && value.entries().stream().anyMatch(entry -> fields.contains(entry.name()))) {
            return Edits.fix(WORDS, Grafts.listed(value));
        }
        return fields.containsAll(PAIR) && !value.entries().isEmpty()
                && value.entries().stream().allMatch(entry -> entry.value().isText())
                        ? Edits.fix("Write a list of names and values", pairs(value))
                        : Optional.empty();
    }

    private static List<Edit> words(Value value) {
        var words = Arrays.stream(value.text().strip().split("\\s+")).map(Grafts::quoted)
                .collect(Collectors.joining(", ", "[", "]"));
        return Grafts.instead(value, words);
    }

    private static List<Edit> pairs(Value map) {
        if (map.flow()) {
            return Grafts.instead(map, map.entries().stream()
                    .map(entry -> "{\"name\": %s, \"value\": %s}".formatted(Grafts.quoted(entry.name()),
                            Grafts.quoted(entry.value().text())))
                    .collect(Collectors.joining(", ", "[", "]")));
        }
        var edits = new ArrayList<Edit>();
        for (var entry : map.entries()) {
            var part = Grafts.paired(entry);
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return edits;
    }
}

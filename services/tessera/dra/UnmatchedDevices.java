package tessera.dra;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ListText;
import tessera.model.SpellingSuggestions;

/** What devices have of that by which a selector takes none of them. */
record UnmatchedDevices(List<PoolDevice> there) {

    private static final int LISTED = 8;
    /** The domain of attributes that are the same whoever makes the device. */
    private static final String STANDARD = "resource.kubernetes.io";
    private static final Pattern CONTRARY = Pattern.compile("!(?!=)");
    private static final String TEXT = "'([^']*)'|\"([^\"]*)\"";
    /** An attribute or a capacity, and the text that it is to be equal to. */
    private static final Pattern ASKED = Pattern.compile("device\\s*\\.\\s*(attributes|capacity)"
            + "\\s*\\[\\s*(?:%s)\\s*\\]\\s*(?:\\.\\s*\\??(\\w+)|\\[\\s*(?:%s)\\s*\\])(?:\\s*==\\s*(?:%s))?".formatted(
                    TEXT,
                    TEXT, TEXT));

    /**
     * Something that a selector asks of devices.
     *
     * @param wanted the text that it is to be; empty where it is asked for otherwise
     */
    private record SelectorDemand(String part, String domain, String name, Optional<String> wanted) {

        static SelectorDemand of(MatchResult found) {
            return new SelectorDemand(found.group(1), either(found, 2), Optional.ofNullable(found.group(4))
                    .orElseGet(() -> either(found, 5)),
                    Stream.of(7, 8).flatMap(group -> Optional.ofNullable(found.group(group)).stream()).findFirst());
        }

        private static String either(MatchResult found, int group) {
            return Stream.of(group, group + 1).flatMap(each -> Optional.ofNullable(found.group(each)).stream())
                    .findFirst().orElse("");
        }

        String noun() {
            return part.equals("capacity") ? "capacity" : "attribute";
        }
    }

    /** What none of them has, else what they have of it, behind a sentence; empty where a selector asks for nothing by name. */
    String words(List<String> selectors) {
        var asked = selectors.stream()
                .flatMap(text -> ASKED.matcher(text).results().map(SelectorDemand::of)).distinct().toList();
        // What is one of several ways, or is not to be, does not have to be there.
        boolean each = selectors.stream()
                .noneMatch(text -> text.contains("||") || CONTRARY.matcher(text).find());
        var lacks = !each ? List.<String>of() : asked.stream().flatMap(one -> lack(one).stream()).distinct().toList();
        var told = !lacks.isEmpty() ? lacks
                : asked.stream().filter(one -> !values(one).isEmpty())
                        .map(one -> "%s %s".formatted(one.name(), listed(values(one)))).distinct().toList();
        return told.isEmpty() ? "" : (lacks.isEmpty() ? ": they have " : ": ") + String.join("; ", told);
    }

    private Optional<String> lack(SelectorDemand asked) {
        var values = values(asked);
        if (values.isEmpty()) {
            return Optional.of("none has the %s %s%s".formatted(asked.noun(), asked.name(), instead(asked)));
        }
        return asked.wanted().filter(wanted -> !values.contains(wanted))
                .map(wanted -> "none has the %s %s “%s”; there is %s".formatted(asked.noun(), asked.name(), wanted,
                        listed(values)));
    }

    /** The name that was probably meant, else all there are; of another domain where they have nothing of this one. */
    private String instead(SelectorDemand asked) {
        var names = known(device -> names(device, asked.part(), asked.domain()));
        if (names.isEmpty() && !asked.domain().equals(STANDARD)) {
            var domains = known(device -> Stream.of(device.driver()));
            return " of the domain %s, which is not their driver’s: that is %s".formatted(asked.domain(),
                    listed(domains));
        }
        return names.isEmpty() ? " of the domain " + STANDARD
                : SpellingSuggestions.nearest(asked.name(), names).map("; they have %s"::formatted)
                        .orElseGet(() -> "; they have " + listed(names));
    }

    private Set<String> known(Function<PoolDevice, Stream<String>> read) {
        return there.stream().flatMap(read).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Without their domain. */
    private static Stream<String> names(PoolDevice device, String part, String domain) {
        return told(device, part).filter(each -> domain(device, each.getKey()).equals(domain))
                .map(each -> each.getKey().substring(each.getKey().indexOf('/') + 1));
    }

    /** Names and texts of attributes or of amounts. */
    private static Stream<Map.Entry<String, String>> told(PoolDevice device, String part) {
        return part.equals("capacity")
                ? device.device().capacity().entrySet().stream().map(each -> Map.entry(each.getKey(),
                        each.getValue().value()))
                : device.device().attributes().map(each -> Map.entry(each.getKey(), each.getValue().text()));
    }

    private static String domain(PoolDevice device, String full) {
        int slash = full.indexOf('/');
        return slash < 0 ? device.driver() : full.substring(0, slash);
    }

    private Set<String> values(SelectorDemand asked) {
        return there.stream()
                .flatMap(device -> told(device, asked.part())
                        .filter(each -> domain(device, each.getKey()).equals(asked.domain())
                                && each.getKey().endsWith(asked.name())
                                && each.getKey().substring(each.getKey().indexOf('/') + 1).equals(asked.name())))
                .map(Map.Entry::getValue).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String listed(Set<String> names) {
        return ListText.some(names, LISTED);
    }
}

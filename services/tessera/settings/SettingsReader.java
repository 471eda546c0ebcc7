package tessera.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.settings.Settings.ForContext;

/**
 * Reads settings value by value. Of what is not understood the default serves, and it is told; where it may have been a
 * safety catch, changes are refused.
 */
final class SettingsReader {

    private static final Set<String> ROOT = Set.of("readOnly", "accelerators", "kubeconfigs", "contexts", "appearance",
            "alerts", "history", "notifications");
    private static final Set<String> CONTEXT = Set.of("readOnly", "kind", "colour", "namespaces", "prometheus");
    private static final Set<String> LOOK = Set.of("theme", "density", "fontSize", "motion");
    private static final Set<String> PROMETHEUS = Set.of("url", "tokenFile", "user", "passwordFile", "authority",
            "certificate", "key", "tenant");

    private final SettingsText text;
    private final List<String> complaints = new ArrayList<>();
    private boolean cautious;

    SettingsReader(SettingsText text) {
        this.text = text;
    }

    /** What was not understood, a sentence each. */
    List<String> complaints() {
        return complaints;
    }

    Settings read() {
        var root = text.tree();
        known(root, List.of(), ROOT, true);
        var contexts = new TreeMap<String, ForContext>();
        object(root, List.of(), "contexts", true).ifPresent(
                all -> all.propertyStream().forEach(each -> contexts.put(each.getKey(), context(each.getKey(), all))));
        var history = object(root, List.of(), "history", false);
        history.ifPresent(node -> known(node, List.of("history"), Set.of("megabytes"), false));
        var thresholds = new ThresholdsReader((path, words) -> complain(path, words, false));
        boolean readOnly = truth(root, List.of(), "readOnly");
        var read = new Settings(readOnly, texts(root, List.of(), "accelerators"), texts(root, List.of(), "kubeconfigs"),
                contexts, appearance(root),
                object(root, List.of(), "alerts", false).map(thresholds::read).orElse(Settings.DEFAULTS.alerts()),
                history.map(node -> number(node, List.of("history"), "megabytes",
                        new IntRange(Settings.LEAST_HISTORY, Settings.MOST_HISTORY, Settings.USUAL_HISTORY)))
                        .orElse(Settings.USUAL_HISTORY),
                word(root, List.of(), "notifications", NotificationSettings.values())
                        .orElse(Settings.DEFAULTS.notifications()));
        return cautious ? read.cautious() : read;
    }

    private void complain(List<String> path, String words, boolean catches) {
        complaints.add("line %d: %s".formatted(text.line(path), words));
        cautious |= catches;
    }

    private static List<String> plus(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    private void known(JsonNode object, List<String> path, Set<String> names, boolean catches) {
        object.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name)) {
                complain(plus(path, name), "there is no setting “%s”".formatted(name), catches);
            }
        });
    }

    private Optional<ObjectNode> object(JsonNode parent, List<String> path, String name, boolean catches) {
        var node = parent.path(name);
        if (node instanceof ObjectNode object) {
            return Optional.of(object);
        }
        said(node, plus(path, name), "“%s” is no object".formatted(name), catches);
        return Optional.empty();
    }

    private void said(JsonNode node, List<String> path, String words, boolean catches) {
        if (!node.isMissingNode() && !node.isNull()) {
            complain(path, words, catches);
        }
    }

    private boolean truth(JsonNode parent, List<String> path, String name) {
        var node = parent.path(name);
        if (!node.isBoolean()) {
            said(node, plus(path, name), "“%s” is true or false".formatted(name), true);
        }
        return node.asBoolean(false);
    }

    private @Nullable String text(JsonNode parent, List<String> path, String name) {
        var node = parent.path(name);
        if (!node.isTextual()) {
            said(node, plus(path, name), "“%s” is a text".formatted(name), false);
            return null;
        }
        return node.asText();
    }

    private List<String> texts(JsonNode parent, List<String> path, String name) {
        var node = parent.path(name);
        if (!node.isArray() || !node.valueStream().allMatch(JsonNode::isTextual)) {
            said(node, plus(path, name), "“%s” is a list of texts".formatted(name), false);
            return List.of();
        }
        return node.valueStream().map(JsonNode::asText).toList();
    }

    private record IntRange(int least, int most, int usual) {}

    private int number(JsonNode parent, List<String> path, String name, IntRange range) {
        var node = parent.path(name);
        if (!node.isInt() || node.asInt() < range.least() || node.asInt() > range.most()) {
            said(node, plus(path, name),
                    "“%s” is a number from %d to %d".formatted(name, range.least(), range.most()), false);
            return range.usual();
        }
        return node.asInt();
    }

    private <E extends Enum<E>> Optional<E> word(JsonNode parent, List<String> path, String name, E[] words) {
        var node = parent.path(name);
        Function<E, String> said = word -> word.name().toLowerCase(Locale.ROOT);
        var meant = Arrays.stream(words).filter(word -> said.apply(word).equals(node.asText().toLowerCase(Locale.ROOT)))
                .findFirst();
        if (meant.isEmpty()) {
            said(node, plus(path, name), "“%s” is one of %s".formatted(name,
                    Arrays.stream(words).map(said).collect(Collectors.joining(", "))), name.equals("kind"));
        }
        return meant;
    }

    private ForContext context(String name, ObjectNode contexts) {
        var path = List.of("contexts", name);
        var found = object(contexts, List.of("contexts"), name, true);
        if (found.isEmpty()) {
            return ForContext.NOTHING;
        }
        var node = found.get();
        known(node, path, CONTEXT, true);
        return new ForContext(truth(node, path, "readOnly"),
                word(node, path, "kind", ContextKind.values()).orElse(null),
                word(node, path, "colour", ContextColour.values()).orElse(null), texts(node, path, "namespaces"),
                object(node, path, "prometheus", false).map(terms -> prometheus(terms, plus(path, "prometheus")))
                        .orElse(null));
    }

    private NamedPrometheus prometheus(ObjectNode node, List<String> path) {
        known(node, path, PROMETHEUS, false);
        return new NamedPrometheus(text(node, path, "url"), text(node, path, "tokenFile"), text(node, path, "user"),
                text(node, path, "passwordFile"), text(node, path, "authority"), text(node, path, "certificate"),
                text(node, path, "key"), text(node, path, "tenant"));
    }

    private WindowAppearance appearance(ObjectNode root) {
        var usual = WindowAppearance.USUAL;
        var path = List.of("appearance");
        return object(root, List.of(), "appearance", false).map(node -> {
            known(node, path, LOOK, false);
            return new WindowAppearance(word(node, path, "theme", WindowAppearance.Tone.values()).orElse(usual.theme()),
                    word(node, path, "density", WindowAppearance.Density.values()).orElse(usual.density()),
                    number(node, path, "fontSize",
                            new IntRange(WindowAppearance.SMALLEST, WindowAppearance.LARGEST, usual.fontSize())),
                    word(node, path, "motion", WindowAppearance.Motion.values()).orElse(usual.motion()));
        }).orElse(usual);
    }

    /** The settings of a text, all that is understood of it. */
    static Map.Entry<Settings, List<String>> of(SettingsText text) {
        var reader = new SettingsReader(text);
        var settings = reader.read();
        return Map.entry(settings, List.copyOf(reader.complaints()));
    }
}

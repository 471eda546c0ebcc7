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
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertValueUnit;
import tessera.settings.SettingsReason.SettingType;
import tessera.settings.UserSettings.KubeconfigContextSettings;

/**
 * Reads settings value by value, and collects problems. Of what is not understood the default serves, and it is told; where it may have been a
 * safety catch, changes are refused.
 */
final class UserSettingsReader {

    private static final Set<String> ROOT = Set.of("readOnly", "accelerators", "kubeconfigs", "contexts", "appearance",
            "alerts", "history", "notifications");
    private static final Set<String> CONTEXT = Set.of("readOnly", "kind", "colour", "namespaces", "prometheus");
    private static final Set<String> LOOK = Set.of("theme", "density", "fontSize", "motion", "language");
    private static final Set<String> PROMETHEUS = Set.of("url", "tokenFile", "user", "passwordFile", "authority",
            "certificate", "key", "tenant");

    private final SettingsFileText text;
    private final List<String> complaints = new ArrayList<>();
    private boolean cautious;

    UserSettingsReader(SettingsFileText text) {
        this.text = text;
    }

    /** Returns a sentence for each value that was not understood. */
    List<String> problems() {
        return complaints;
    }

    UserSettings read() {
        var root = text.tree();
        rejectUnknownNames(root, List.of(), ROOT, true);
        var contexts = new TreeMap<String, KubeconfigContextSettings>();
        var all = objectValue(root, List.of(), "contexts", true).orElse(null);
        if (all != null) {
            all.propertyStream().forEach(each -> contexts.put(each.getKey(), readContext(each.getKey(), all)));
        }
        var history = objectValue(root, List.of(), "history", false);
        history.ifPresent(node -> rejectUnknownNames(node, List.of("history"), Set.of("megabytes"), false));
        var thresholds = new AlertThresholdsReader((path, fault) -> addProblem(path, fault, false));
        boolean readOnly = booleanValue(root, List.of(), "readOnly");
        var read = new UserSettings(readOnly, textValues(root, List.of(), "accelerators"),
                textValues(root, List.of(), "kubeconfigs"), contexts, readAppearance(root),
                objectValue(root, List.of(), "alerts", false).map(thresholds::read)
                        .orElse(UserSettings.DEFAULTS.alerts()),
                history.map(node -> intValue(node, List.of("history"), "megabytes",
                        new IntRange(UserSettings.LEAST_HISTORY, UserSettings.MOST_HISTORY,
                                UserSettings.USUAL_HISTORY)))
                        .orElse(UserSettings.USUAL_HISTORY),
                enumValue(root, List.of(), "notifications", DesktopNotificationThreshold.values())
                        .orElse(UserSettings.DEFAULTS.notifications()));
        return cautious ? read.asReadOnly() : read;
    }

    private void addProblem(List<String> path, SettingsReason fault, boolean catches) {
        complaints.add(new SettingsReason.SettingsFaultAtLine(text.lineOf(path), fault).text());
        cautious |= catches;
    }

    private static List<String> childPath(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    private void rejectUnknownNames(JsonNode object, List<String> path, Set<String> names, boolean catches) {
        object.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name)) {
                addProblem(childPath(path, name), new SettingsReason.SettingUnknown(name), catches);
            }
        });
    }

    private Optional<ObjectNode> objectValue(JsonNode parent, List<String> path, String name, boolean catches) {
        var node = parent.path(name);
        if (node instanceof ObjectNode object) {
            return Optional.of(object);
        }
        addProblemIfPresent(node, childPath(path, name), new SettingsReason.SettingTypeWrong(name, SettingType.OBJECT),
                catches);
        return Optional.empty();
    }

    private void addProblemIfPresent(JsonNode node, List<String> path, SettingsReason fault, boolean catches) {
        if (!node.isMissingNode() && !node.isNull()) {
            addProblem(path, fault, catches);
        }
    }

    private boolean booleanValue(JsonNode parent, List<String> path, String name) {
        var node = parent.path(name);
        if (!node.isBoolean()) {
            addProblemIfPresent(node, childPath(path, name),
                    new SettingsReason.SettingTypeWrong(name, SettingType.BOOLEAN), true);
        }
        return node.asBoolean(false);
    }

    private @Nullable String textValue(JsonNode parent, List<String> path, String name) {
        var node = parent.path(name);
        if (!node.isTextual()) {
            addProblemIfPresent(node, childPath(path, name),
                    new SettingsReason.SettingTypeWrong(name, SettingType.STRING), false);
            return null;
        }
        return node.asText();
    }

    private List<String> textValues(JsonNode parent, List<String> path, String name) {
        var node = parent.path(name);
        if (!node.isArray() || !node.valueStream().allMatch(JsonNode::isTextual)) {
            addProblemIfPresent(node, childPath(path, name),
                    new SettingsReason.SettingTypeWrong(name, SettingType.STRINGS), false);
            return List.of();
        }
        return node.valueStream().map(JsonNode::asText).toList();
    }

    private record IntRange(int minimum, int maximum, int defaultValue) {}

    private int intValue(JsonNode parent, List<String> path, String name, IntRange range) {
        var node = parent.path(name);
        if (!node.isInt() || node.asInt() < range.minimum() || node.asInt() > range.maximum()) {
            addProblemIfPresent(node, childPath(path, name),
                    new SettingsReason.SettingOutOfRange(name, range.minimum(), range.maximum()), false);
            return range.defaultValue();
        }
        return node.asInt();
    }

    private <E extends Enum<E>> Optional<E> enumValue(JsonNode parent, List<String> path, String name, E[] words) {
        var node = parent.path(name);
        Function<E, String> said = word -> word.name().toLowerCase(Locale.ROOT);
        var meant = Arrays.stream(words).filter(word -> said.apply(word).equals(node.asText().toLowerCase(Locale.ROOT)))
                .findFirst();
        if (meant.isEmpty()) {
            addProblemIfPresent(node, childPath(path, name),
                    new SettingsReason.SettingValueUnknown(name, Arrays.stream(words).map(said).toList()),
                    name.equals("kind"));
        }
        return meant;
    }

    private KubeconfigContextSettings readContext(String name, ObjectNode contexts) {
        var path = List.of("contexts", name);
        var found = objectValue(contexts, List.of("contexts"), name, true);
        if (found.isEmpty()) {
            return KubeconfigContextSettings.NOTHING;
        }
        var node = found.get();
        rejectUnknownNames(node, path, CONTEXT, true);
        return new KubeconfigContextSettings(booleanValue(node, path, "readOnly"),
                enumValue(node, path, "kind", ClusterPurpose.values()).orElse(null),
                enumValue(node, path, "colour", ClusterContextColor.values()).orElse(null),
                textValues(node, path, "namespaces"), objectValue(node, path, "prometheus", false)
                        .map(terms -> readPrometheus(terms, childPath(path, "prometheus"))).orElse(null));
    }

    private PrometheusAccessSettings readPrometheus(ObjectNode node, List<String> path) {
        rejectUnknownNames(node, path, PROMETHEUS, false);
        return new PrometheusAccessSettings(textValue(node, path, "url"), textValue(node, path, "tokenFile"),
                textValue(node, path, "user"), textValue(node, path, "passwordFile"),
                textValue(node, path, "authority"), textValue(node, path, "certificate"), textValue(node, path, "key"),
                textValue(node, path, "tenant"));
    }

    private WindowAppearance readAppearance(ObjectNode root) {
        var defaultAppearance = WindowAppearance.USUAL;
        var path = List.of("appearance");
        return objectValue(root, List.of(), "appearance", false).map(node -> {
            rejectUnknownNames(node, path, LOOK, false);
            return new WindowAppearance(
                    enumValue(node, path, "theme", WindowAppearance.ThemeChoice.values())
                            .orElse(defaultAppearance.theme()),
                    enumValue(node, path, "density", WindowAppearance.RowDensity.values())
                            .orElse(defaultAppearance.density()),
                    intValue(node, path, "fontSize",
                            new IntRange(WindowAppearance.SMALLEST, WindowAppearance.LARGEST,
                                    defaultAppearance.fontSize())),
                    enumValue(node, path, "motion", WindowAppearance.AnimationChoice.values())
                            .orElse(defaultAppearance.motion()),
                    enumValue(node, path, "language", WindowAppearance.LanguageChoice.values())
                            .orElse(defaultAppearance.language()));
        }).orElse(defaultAppearance);
    }

    /** Returns the settings in a text, as far as they are understood, with the problems. */
    static Map.Entry<UserSettings, List<String>> readSettings(SettingsFileText text) {
        var reader = new UserSettingsReader(text);
        var settings = reader.read();
        return Map.entry(settings, List.copyOf(reader.problems()));
    }

    /**
     * Reads the thresholds that the user set differently from the bundled alert rules. An entry that means nothing is told,
     * and the others count.
     *
     * @param problems is given where something is wrong, and what
     */
    private record AlertThresholdsReader(BiConsumer<List<String>, SettingsReason> problems) {

        AlertRuleOverrides read(ObjectNode node) {
            var standard = AlertRules.standardRules();
            node.fieldNames().forEachRemaining(name -> {
                if (!name.equals("thresholds") && !name.equals("off")) {
                    problems.accept(List.of("alerts", name), new SettingsReason.SettingUnknown(name));
                }
            });
            var limits = new TreeMap<String, Double>();
            for (var each : node.path("thresholds").propertyStream().toList()) {
                var complaint = standard.findRule(each.getKey()).map(rule -> thresholdProblem(rule, each.getValue()))
                        .orElseGet(() -> Optional.of(new SettingsReason.AlertRuleUnknown(each.getKey())));
                if (complaint.isEmpty()) {
                    limits.put(each.getKey(), each.getValue().asDouble());
                } else {
                    problems.accept(List.of("alerts", "thresholds", each.getKey()), complaint.get());
                }
            }
            var off = new TreeSet<String>();
            for (var id : node.path("off")) {
                if (standard.findRule(id.asText()).isPresent()) {
                    off.add(id.asText());
                } else {
                    problems.accept(List.of("alerts", "off"), new SettingsReason.AlertRuleUnknown(id.asText()));
                }
            }
            return new AlertRuleOverrides(limits, off);
        }

        private static Optional<SettingsReason> thresholdProblem(AlertRule rule, JsonNode threshold) {
            if (rule.limit() == null) {
                return Optional.of(new SettingsReason.AlertRuleWithoutThreshold(rule.id()));
            }
            if (!threshold.isNumber() || threshold.asDouble() < 0) {
                return Optional.of(new SettingsReason.AlertThresholdInvalid(rule.id()));
            }
            if (rule.signal().unit() == AlertValueUnit.SHARE && threshold.asDouble() > 1) {
                return Optional.of(new SettingsReason.AlertThresholdTooLarge(rule.id(), threshold.asDouble()));
            }
            return Optional.empty();
        }
    }
}

package tessera.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;

/** The forms of texts, and of the entries of mappings, as the table of kinds calls them. */
public enum ValueFormat {

    NAME(NameFormatRules::checkSubdomain),
    LABEL(NameFormatRules::checkLabel),
    LABEL_VALUE(NameFormatRules::checkLabelValue),
    KEY(NameFormatRules::checkQualifiedName),
    DATA_KEY(NameFormatRules::checkConfigKey),
    PORT_NAME(NameFormatRules::checkPortName),
    PORT(ValueFormat::portProblems),
    SHARE(text -> shareProblems(text, 100)),
    SURGE(text -> shareProblems(text, Integer.MAX_VALUE)),
    ENV_NAME(text -> problemUnless(Patterns.ENV_NAME.matcher(text).matches(),
            "a valid environment variable name must consist only of printable ASCII characters other than '='")),
    FIELD_PATH(text -> problemUnless(Patterns.FIELD_PATH.matcher(text).matches(),
            "error converting fieldPath: field label not supported: " + text)),
    FIELD_RESOURCE(text -> problemUnless(Patterns.FIELD_RESOURCE.matcher(text).matches(), "not supported")),
    EXTENDED_RESOURCE(text -> problemUnless(ResourceNames.isExtended(text),
            "doesn't follow extended resource name standard")),
    LABELS(_ -> List.of()),
    ANNOTATIONS(_ -> List.of()),
    DATA_KEYS(NameFormatRules::checkConfigKey),
    AMOUNTS(_ -> List.of()),
    CONTAINER_RESOURCES(ResourceNames::checkContainerResource),
    QUOTA_RESOURCES(ResourceNames::checkQuotaResource);

    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;

    private static final class Patterns {
        private static final Pattern ENV_NAME = Pattern.compile("[ -<>-~]+");
        private static final Pattern FIELD_PATH = Pattern
                .compile("metadata\\.(?:name|namespace|uid|labels|annotations)"
                        + "|metadata\\.(?:labels|annotations)\\['[^']+'\\]"
                        + "|spec\\.(?:nodeName|serviceAccountName)|status\\.(?:hostIPs?|podIPs?)");
        private static final Pattern FIELD_RESOURCE = Pattern
                .compile("(?:limits|requests)\\.(?:cpu|memory|ephemeral-storage|hugepages-.+)");
        private static final Pattern NUMBER = Pattern.compile("-?\\d+");
        private static final Pattern PERCENTAGE = Pattern.compile("\\d{1,9}%");
    }

    private final Function<String, List<String>> rule;

    /** @param rule what is wrong with a text, or with the key of an entry, in the server's words */
    ValueFormat(Function<String, List<String>> rule) {
        this.rule = rule;
    }

    static ValueFormat of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns what is wrong with a text, in the server's words; nothing if it has the form. */
    public List<String> problems(String text) {
        return rule.apply(text);
    }

    List<FieldViolation> check(String path, JsonNode value) {
        return switch (this) {
            case LABELS -> checkLabels(path, value);
            case ANNOTATIONS -> checkAnnotations(path, value);
            case DATA_KEYS -> checkEntries(path, value, false);
            case AMOUNTS, CONTAINER_RESOURCES, QUOTA_RESOURCES -> checkEntries(path, value, true);
            default -> invalid(path, value, problems(value.asText()));
        };
    }

    private static List<FieldViolation> checkLabels(String path, JsonNode labels) {
        var found = new ArrayList<FieldViolation>();
        for (var label : labels.properties()) {
            found.addAll(invalid(path, TextNode.valueOf(label.getKey()), KEY.problems(label.getKey())));
            found.addAll(invalid(path, label.getValue(), LABEL_VALUE.problems(label.getValue().asText())));
        }
        return found;
    }

    private static List<FieldViolation> checkAnnotations(String path, JsonNode annotations) {
        var found = new ArrayList<FieldViolation>();
        long size = 0;
        for (var annotation : annotations.properties()) {
            size += annotation.getKey().length() + annotation.getValue().asText().length();
            found.addAll(invalid(path, TextNode.valueOf(annotation.getKey()),
                    KEY.problems(annotation.getKey().toLowerCase(Locale.ROOT))));
        }
        if (size > MOST_ANNOTATION_BYTES) {
            found.add(FieldViolation.tooLong(path, MOST_ANNOTATION_BYTES));
        }
        return found;
    }

    private List<FieldViolation> checkEntries(String path, JsonNode map, boolean amounts) {
        var found = new ArrayList<FieldViolation>();
        map.properties().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            var at = path + "[" + entry.getKey() + "]";
            found.addAll(invalid(at, TextNode.valueOf(entry.getKey()), problems(entry.getKey())));
            if (amounts) {
                found.addAll(checkAmount(at, entry.getKey(), entry.getValue()));
            }
        });
        return found;
    }

    /** Returns what the server says of the amount of a resource; nothing for a good one. */
    public static List<FieldViolation> checkAmount(String path, String resource, JsonNode value) {
        var amount = FormatPreservingQuantity.of(value);
        var problems = new ArrayList<>(problemUnless(!amount.isNegative(), "must be greater than or equal to 0"));
        problems.addAll(problemUnless(!ResourceNames.isCounted(resource) || amount.isWhole(), "must be an integer"));
        return invalid(path, value, problems);
    }

    private static List<FieldViolation> invalid(String path, JsonNode value, List<String> problems) {
        return problems.stream().map(problem -> FieldViolation.invalid(path, value, problem)).toList();
    }

    private static List<String> problemUnless(boolean good, String problem) {
        return good ? List.of() : List.of(problem);
    }

    private static List<String> portProblems(String text) {
        // None is the port of the Service itself.
        return Patterns.NUMBER.matcher(text).matches()
                ? problemUnless(text.length() <= 5 && Integer.parseInt(text) >= 0 && Integer.parseInt(text) <= 65_535,
                        "must be between 1 and 65535, inclusive")
                : NameFormatRules.checkPortName(text);
    }

    private static List<String> shareProblems(String text, int most) {
        if (Patterns.NUMBER.matcher(text).matches()) {
            return problemUnless(!text.startsWith("-"), "must be greater than or equal to 0");
        }
        if (!Patterns.PERCENTAGE.matcher(text).matches()) {
            return List.of("a valid percent string must be a numeric string followed by an ending '%'"
                    + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
        }
        return problemUnless(Integer.parseInt(text.replace("%", "")) <= most, "must not be greater than 100%");
    }
}

package tessera.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tessera.kube.cron.CronSchedule;
import tessera.kube.cron.CronSchedule.CronScheduleProblem;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The forms of texts, and of the entries of mappings, as the table of kinds calls them. */
public enum ValueFormat {

    NAME,
    LABEL,
    LABEL_VALUE,
    KEY,
    DATA_KEY,
    PORT_NAME,
    PORT,
    SHARE,
    SURGE,
    ENV_NAME,
    FIELD_PATH,
    FIELD_RESOURCE,
    EXTENDED_RESOURCE,
    CRON_SCHEDULE,
    LABELS,
    ANNOTATIONS,
    DATA_KEYS,
    AMOUNTS,
    CONTAINER_RESOURCES,
    QUOTA_RESOURCES;

    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;

    private static final Pattern ENVIRONMENT = Pattern.compile("[ -<>-~]+");
    private static final Pattern POD_FIELD = Pattern.compile(
            "metadata\\.(?:name|namespace|uid|labels|annotations)" + "|metadata\\.(?:labels|annotations)\\['[^']+'\\]"
                    + "|spec\\.(?:nodeName|serviceAccountName)|status\\.(?:hostIPs?|podIPs?)");
    private static final Pattern CONTAINER_FIELD = Pattern
            .compile("(?:limits|requests)\\.(?:cpu|memory|ephemeral-storage|hugepages-.+)");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");
    private static final Pattern PERCENTAGE = Pattern.compile("\\d{1,9}%");

    static ValueFormat of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns what is wrong with a text, or with the key of an entry, in the server's words; nothing if it has the form. */
    public List<String> problems(String text) {
        return switch (this) {
            case NAME -> NameFormatRules.checkSubdomain(text);
            case LABEL -> NameFormatRules.checkLabel(text);
            case LABEL_VALUE -> NameFormatRules.checkLabelValue(text);
            case KEY -> NameFormatRules.checkQualifiedName(text);
            case DATA_KEY, DATA_KEYS -> NameFormatRules.checkConfigKey(text);
            case PORT_NAME -> NameFormatRules.checkPortName(text);
            case PORT -> portProblems(text);
            case SHARE -> shareProblems(text, 100);
            case SURGE -> shareProblems(text, Integer.MAX_VALUE);
            case ENV_NAME -> problemUnless(ENVIRONMENT.matcher(text).matches(), "a valid environment variable name must"
                    + " consist only of printable ASCII characters other than '='");
            case FIELD_PATH -> problemUnless(POD_FIELD.matcher(text).matches(),
                    "error converting fieldPath: field label not supported: " + text);
            case FIELD_RESOURCE -> problemUnless(CONTAINER_FIELD.matcher(text).matches(), "not supported");
            case EXTENDED_RESOURCE ->
                problemUnless(ResourceNames.isExtended(text), "doesn't follow extended resource name standard");
            case CRON_SCHEDULE -> scheduleProblems(text);
            case CONTAINER_RESOURCES -> ResourceNames.checkContainerResource(text);
            case QUOTA_RESOURCES -> ResourceNames.checkQuotaResource(text);
            case LABELS, ANNOTATIONS, AMOUNTS -> List.of();
        };
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
            size += annotation.getKey().getBytes(UTF_8).length + annotation.getValue().asText().getBytes(UTF_8).length;
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
        if (good) {
            return List.of();
        }
        return List.of(problem);
    }

    private static List<String> scheduleProblems(String text) {
        var problems = new ArrayList<>(
                CronSchedule.findProblem(text).map(CronScheduleProblem::serverMessage).stream().toList());
        problems.addAll(problemUnless(!CronSchedule.namesTimeZone(text),
                "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
        return problems;
    }

    private static List<String> portProblems(String text) {
        // None is the port of the Service itself.
        if (NUMBER.matcher(text).matches()) {
            return problemUnless(text.length() <= 5 && Integer.parseInt(text) >= 0 && Integer.parseInt(text) <= 65_535,
                    "must be between 1 and 65535, inclusive");
        }
        return NameFormatRules.checkPortName(text);
    }

    private static List<String> shareProblems(String text, int most) {
        if (NUMBER.matcher(text).matches()) {
            return problemUnless(!text.startsWith("-"), "must be greater than or equal to 0");
        }
        if (!PERCENTAGE.matcher(text).matches()) {
            return List.of("a valid percent string must be a numeric string followed by an ending '%'"
                    + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
        }
        return problemUnless(Integer.parseInt(text.replace("%", "")) <= most, "must not be greater than 100%");
    }
}

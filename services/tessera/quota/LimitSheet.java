package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.insight.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;

/**
 * What a LimitRange says, an amount at a time.
 *
 * @param bounds amounts by what they bound, e.g. {@code Pod/max/nvidia.com/gpu}
 */
public record LimitSheet(SortedMap<String, String> bounds) {

    /** A sheet that bounds nothing. */
    public static final LimitSheet EMPTY = new LimitSheet(new TreeMap<>());

    private static final int PARTS = 3;

    public LimitSheet {
        bounds = Collections.unmodifiableSortedMap(new TreeMap<>(bounds));
    }

    /** What an object has of it. */
    public static LimitSheet of(JsonNode range) {
        var bounds = new TreeMap<String, String>();
        range.at("/spec/limits").forEach(limit -> limit.properties().stream().filter(part -> part.getValue().isObject())
                .forEach(part -> part.getValue().properties().forEach(amount -> bounds.put(
                        key(limit.path("type").asText(), part.getKey(), amount.getKey()),
                        amount.getValue().asText()))));
        return new LimitSheet(bounds);
    }

    /** What was read of one. */
    public static LimitSheet of(LimitRangeFacts limits) {
        var bounds = new TreeMap<String, String>();
        limits.lines().forEach(line -> bounds.put(key(line.type(), line.bound(), line.resource()), line.amount()));
        return new LimitSheet(bounds);
    }

    /** Under what an amount stands, e.g. {@code Pod}, {@code max}, {@code nvidia.com/gpu}. */
    public static String key(String type, String part, String resource) {
        return type + "/" + part + "/" + resource;
    }

    /** The resource that something under such a key bounds. */
    public static String resource(String key) {
        return parts(key).getLast();
    }

    /** Whether that is such a key. */
    public static boolean known(String key) {
        var parts = parts(key);
        return parts.size() == PARTS && !parts.getLast().isEmpty()
                && switch (parts.getFirst()) {
                    case "Container" -> List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")
                            .contains(parts.get(1));
                    case "Pod" -> List.of("max", "min", "maxLimitRequestRatio").contains(parts.get(1));
                    case "PersistentVolumeClaim" -> List.of("max", "min").contains(parts.get(1));
                    default -> false;
                };
    }

    private static List<String> parts(String key) {
        return List.of(key.split("/", PARTS));
    }

    /** In words, e.g. “At most 4 nvidia.com/gpu for each pod”. */
    public static String words(String key, String amount) {
        var parts = parts(key);
        return new LimitLine(parts.getFirst(), parts.get(1), parts.getLast(), amount).words();
    }

    public String amount(String key) {
        return bounds.getOrDefault(key, "");
    }

    /** The same with other amounts; an empty amount takes a bound away. */
    public LimitSheet with(Map<String, String> changes) {
        var all = new TreeMap<>(bounds);
        changes.forEach((key, amount) -> {
            if (amount.isEmpty()) {
                all.remove(key);
            } else {
                all.put(key, amount);
            }
        });
        return new LimitSheet(all);
    }

    /** As they stand in an object: one item for each type, which is all that the server takes. */
    public ArrayNode items() {
        var byType = new TreeMap<String, ObjectNode>();
        bounds.forEach((key, amount) -> {
            var parts = parts(key);
            var type = byType.computeIfAbsent(parts.getFirst(),
                    name -> JsonNodeFactory.instance.objectNode().put("type", name));
            type.withObjectProperty(parts.get(1)).put(parts.getLast(), amount);
        });
        var items = JsonNodeFactory.instance.arrayNode();
        byType.values().forEach(items::add);
        return items;
    }

    /** What the rules for manifests say of it. */
    public List<LintFinding> findings(AcceleratorCatalog accelerators) {
        var manifest = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "LimitRange");
        manifest.putObject("metadata").put("name", "range");
        manifest.putObject("spec").set("limits", items());
        return new ManifestLinter(accelerators).check(manifest.toString(), Optional.empty());
    }

    /** Those errors that another does not have: a mistake that was there before keeps nobody from mending another. */
    public List<LintFinding> errors(LimitSheet before, AcceleratorCatalog accelerators) {
        var known = before.findings(accelerators).stream().map(LintFinding::reason).toList();
        return findings(accelerators).stream().filter(finding -> finding.severity() == LintSeverity.ERROR
                && !known.contains(finding.reason())).toList();
    }
}

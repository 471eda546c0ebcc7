package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;

/**
 * The amounts of a LimitRange, keyed by type, bound and resource.
 *
 * @param bounds amounts by what they bound, e.g. {@code Pod/max/nvidia.com/gpu}
 */
public record LimitRangeAmounts(SortedMap<String, String> bounds) {

    /** Amounts that bound nothing. */
    public static final LimitRangeAmounts EMPTY = new LimitRangeAmounts(new TreeMap<>());

    private static final int PARTS = 3;

    public LimitRangeAmounts {
        bounds = Collections.unmodifiableSortedMap(new TreeMap<>(bounds));
    }

    /** Reads the amounts of a LimitRange object. */
    public static LimitRangeAmounts of(JsonNode range) {
        var bounds = new TreeMap<String, String>();
        for (var limit : range.at("/spec/limits")) {
            limit.properties().stream().filter(part -> part.getValue().isObject())
                    .forEach(part -> putBounds(part, bounds, limit));
        }
        return new LimitRangeAmounts(bounds);
    }

    private static void putBounds(Map.Entry<String, JsonNode> part, NavigableMap<String, String> bounds,
            JsonNode limit) {
        part.getValue().properties()
                .forEach(amount -> bounds.put(amountKey(limit.path("type").asText(), part.getKey(), amount.getKey()),
                        amount.getValue().asText()));
    }

    /** Returns the amounts of a LimitRange that was read. */
    public static LimitRangeAmounts of(LimitRangeSummary limits) {
        var bounds = new TreeMap<String, String>();
        limits.lines()
                .forEach(bound -> bounds.put(amountKey(bound.type(), bound.bound(), bound.resource()), bound.amount()));
        return new LimitRangeAmounts(bounds);
    }

    /** Returns the key of an amount, e.g. {@code Pod}, {@code max}, {@code nvidia.com/gpu}. */
    public static String amountKey(String type, String part, String resource) {
        return type + "/" + part + "/" + resource;
    }

    /** Returns the resource that a key bounds. */
    public static String resourceOf(String key) {
        return splitKey(key).getLast();
    }

    /** Returns whether a text is the key of an amount. */
    public static boolean isAmountKey(String key) {
        var parts = splitKey(key);
        return parts.size() == PARTS && !parts.getLast().isEmpty() && switch (parts.getFirst()) {
            case "Container" ->
                List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio").contains(parts.get(1));
            case "Pod" -> List.of("max", "min", "maxLimitRequestRatio").contains(parts.get(1));
            case "PersistentVolumeClaim" -> List.of("max", "min").contains(parts.get(1));
            default -> false;
        };
    }

    private static List<String> splitKey(String key) {
        return List.of(key.split("/", PARTS));
    }

    /** Returns an amount as text, e.g. “At most 4 nvidia.com/gpu for each pod”. */
    public static String boundText(String key, String amount) {
        var parts = splitKey(key);
        return new LimitRangeBound(parts.getFirst(), parts.get(1), parts.getLast(), amount).boundText();
    }

    public String amountOf(String key) {
        return bounds.getOrDefault(key, "");
    }

    /** Returns a copy with changed amounts; an empty amount removes its bound. */
    public LimitRangeAmounts withChanges(Map<String, String> changes) {
        var all = new TreeMap<>(bounds);
        changes.forEach((key, amount) -> {
            if (amount.isEmpty()) {
                all.remove(key);
            } else {
                all.put(key, amount);
            }
        });
        return new LimitRangeAmounts(all);
    }

    /** Returns the amounts as {@code spec.limits}: one item for each type, as the API server requires. */
    public ArrayNode toLimitItems() {
        var byType = new TreeMap<String, ObjectNode>();
        for (var entry : bounds.entrySet()) {
            var key = entry.getKey();
            var amount = entry.getValue();
            var parts = splitKey(key);
            var type = byType.computeIfAbsent(parts.getFirst(),
                    name -> JsonNodeFactory.instance.objectNode().put("type", name));
            type.withObjectProperty(parts.get(1)).put(parts.getLast(), amount);
        }
        var items = JsonNodeFactory.instance.arrayNode();
        byType.values().forEach(items::add);
        return items;
    }

    /** Returns the findings of the manifest rules about the LimitRange. */
    public List<LintFinding> lintFindings(AcceleratorCatalog accelerators) {
        var manifest = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "LimitRange");
        manifest.putObject("metadata").put("name", "range");
        manifest.putObject("spec").set("limits", toLimitItems());
        return new ManifestLinter(accelerators).check(manifest.toString(), Optional.empty());
    }

    /** Returns the lint errors that other amounts do not have, so that an old mistake does not prevent a correction. */
    public List<LintFinding> newErrors(LimitRangeAmounts before, AcceleratorCatalog accelerators) {
        var known = before.lintFindings(accelerators).stream().map(LintFinding::reason).toList();
        return lintFindings(accelerators).stream()
                .filter(finding -> finding.severity() == LintSeverity.ERROR && !known.contains(finding.reason()))
                .toList();
    }
}

package tessera.metrics.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.DeviceMetric;

/**
 * The catalogue of known exporter metrics and their meanings. It is data ({@code metrics.json}); a new exporter is an entry
 * there. Immutable.
 */
public final class ExporterMetricCatalog {

    private static final String TOTAL = "_total";

    private final List<MetricsExporterProfile> exporters;
    private final Map<String, List<ExporterMetricMeaning>> byName;
    private final Map<DeviceMetric, List<ExporterMetricMeaning>> byMetric;
    /** What names begin with before which exporters put any prefix they are told to. */
    private final List<String> starts;
    private final Map<String, MetricsExporterProfile> identities = new HashMap<>();

    private ExporterMetricCatalog(List<MetricsExporterProfile> exporters, List<ExporterMetricMeaning> metrics) {
        this.exporters = List.copyOf(exporters);
        starts = exporters.stream().flatMap(exporter -> exporter.starts().stream()).distinct().toList();
        for (var exporter : exporters) {
            exporter.identity().forEach(name -> identities.put(name, exporter));
            if (!exporter.number().isEmpty()) {
                identities.put(exporter.number(), exporter);
            }
        }
        var names = new HashMap<String, List<ExporterMetricMeaning>>();
        var concepts = new EnumMap<DeviceMetric, List<ExporterMetricMeaning>>(DeviceMetric.class);
        for (var metric : metrics) {
            names.computeIfAbsent(metric.name(), _ -> new ArrayList<>()).add(metric);
            concepts.computeIfAbsent(metric.metric(), _ -> new ArrayList<>()).add(metric);
        }
        names.replaceAll((_, same) -> List.copyOf(same));
        concepts.replaceAll((_, same) -> List.copyOf(same));
        this.byName = names;
        this.byMetric = concepts;
    }

    /** Returns the catalogue that ships with the product. */
    public static ExporterMetricCatalog bundled() {
        return ShippedMetricCatalogHolder.CATALOGUE;
    }

    /** Holder that reads the catalogue on first use. */
    private static final class ShippedMetricCatalogHolder {

        private static final ExporterMetricCatalog CATALOGUE = readShipped();
    }

    private static ExporterMetricCatalog readShipped() {
        try (var file = Objects.requireNonNull(ExporterMetricCatalog.class.getResourceAsStream("metrics.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var exporters = new ArrayList<MetricsExporterProfile>();
            var metrics = new ArrayList<ExporterMetricMeaning>();
            for (var node : tree.path("exporters")) {
                var exporter = readExporter(node);
                exporters.add(exporter);
                addMetrics(node, exporter, metrics);
            }
            return new ExporterMetricCatalog(exporters, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException("metrics.json is damaged", e);
        }
    }

    /** Returns the possible meanings of a series name; empty when the name is not known. Makes no objects. */
    public List<ExporterMetricMeaning> findByName(String name) {
        var known = byName.get(name);
        return known != null ? known : findPrefixed(name);
    }

    /** Returns the possible meanings of a name that an administrator put a prefix before. */
    private List<ExporterMetricMeaning> findPrefixed(String name) {
        for (int end = name.indexOf('_'); end > 0; end = name.indexOf('_', end + 1)) {
            for (int i = 0; i < starts.size(); i++) {
                if (name.startsWith(starts.get(i), end + 1)) {
                    var meant = byName.getOrDefault(name.substring(end + 1), List.of());
                    return meant.stream().filter(metric -> !metric.exporter().starts().isEmpty()).toList();
                }
            }
        }
        return List.of();
    }

    /** Returns whether a value of a series cannot be a measurement; false for series that are not known. */
    public boolean isBlankValue(String name, double value) {
        var meanings = findByName(name);
        for (int i = 0; i < meanings.size(); i++) {
            if (!Double.isNaN(meanings.get(i).convertValue(value))) {
                return false;
            }
        }
        return !meanings.isEmpty();
    }

    /** Returns the exporter whose series of a name identify devices; null where there is none. */
    public @Nullable MetricsExporterProfile identifyingExporter(String name) {
        return identities.get(name);
    }

    /** Returns the series of each exporter for a metric, the best first. */
    public List<ExporterMetricMeaning> findByMetric(DeviceMetric deviceMetric) {
        return byMetric.getOrDefault(deviceMetric, List.of());
    }

    /** Returns the known exporters. */
    public List<MetricsExporterProfile> exporters() {
        return exporters;
    }

    private static MetricsExporterProfile readExporter(JsonNode node) {
        var labels = new EnumMap<SeriesLabelRole, List<String>>(SeriesLabelRole.class);
        node.path("labels").properties().forEach(role -> labels
                .put(SeriesLabelRole.valueOf(role.getKey().toUpperCase(Locale.ROOT)), textList(role.getValue())));
        var blanks = new ArrayList<MetricsExporterProfile.NoMeasurementValueRange>();
        node.path("blanks").forEach(
                range -> blanks.add(new MetricsExporterProfile.NoMeasurementValueRange(range.path(0).asDouble(),
                        range.path(range.size() - 1).asDouble())));
        return new MetricsExporterProfile(node.path("id").asText(), node.path("vendor").asText(),
                node.path("title").asText(), labels, blanks, node.path("uuid_prefix").asText(),
                textList(node.path("identity")), node.path("number").asText(), textList(node.path("any_prefix")),
                Set.copyOf(textList(node.path("partitions"))));
    }

    private static void addMetrics(JsonNode exporter, MetricsExporterProfile from,
            List<ExporterMetricMeaning> metrics) {
        var prefixes = exporter.has("prefixes") ? textList(exporter.path("prefixes")) : List.of("");
        var count = new EnumMap<DeviceMetric, Integer>(DeviceMetric.class);
        for (var node : exporter.path("metrics")) {
            var means = DeviceMetric.valueOf(node.path("metric").asText());
            int preference = count.merge(means, 1, Integer::sum) - 1;
            MetricValueScope scope;
            if (node.has("scope")) {
                scope = enumValue(MetricValueScope.class, node.path("scope"));
            } else if (means.metricLevel() == DeviceMetric.DeviceOrInstanceLevel.BOARD) {
                scope = MetricValueScope.BOARD;
            } else {
                scope = MetricValueScope.INSTANCE;
            }
            var kind = exposedType(node, means);
            var only = new HashMap<String, List<String>>();
            node.path("only").properties().forEach(label -> only.put(label.getKey(), textList(label.getValue())));
            var matching = new HashMap<String, Pattern>();
            node.path("matching").properties()
                    .forEach(label -> matching.put(label.getKey(), Pattern.compile(label.getValue().asText())));
            var names = new ArrayList<>(List.of(node.path("name").asText()));
            names.addAll(textList(node.path("aliases")));
            if (kind == ExposedMetricType.COUNTER) {
                // Collectors of OpenTelemetry name all counters alike.
                names.addAll(names.stream().filter(name -> !name.endsWith(TOTAL)).map(name -> name + TOTAL).toList());
            }
            for (var name : names) {
                for (var prefix : prefixes) {
                    metrics.add(new ExporterMetricMeaning(prefix + name, from, means, node.path("factor").asDouble(1),
                            scope, kind, preference, only, matching, node.path("category").asText(),
                            node.path("detail").asText()));
                }
            }
        }
    }

    private static ExposedMetricType exposedType(JsonNode node, DeviceMetric means) {
        if (node.has("kind")) {
            return enumValue(ExposedMetricType.class, node.path("kind"));
        }
        if (means.isCounter()) {
            return ExposedMetricType.COUNTER;
        }
        return ExposedMetricType.GAUGE;
    }

    private static <E extends Enum<E>> E enumValue(Class<E> type, JsonNode node) {
        return Enum.valueOf(type, node.asText().toUpperCase(Locale.ROOT));
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}

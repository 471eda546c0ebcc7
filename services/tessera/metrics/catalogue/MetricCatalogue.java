package tessera.metrics.catalogue;

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
import tessera.model.reading.Metric;

/**
 * The metrics that are understood, and what they mean. It is data ({@code metrics.json}); a new exporter is an entry
 * there. Immutable.
 */
public final class MetricCatalogue {

    private final List<ExporterKind> exporters;
    private final Map<String, List<ExportedMetric>> byName;
    private final Map<Metric, List<ExportedMetric>> byMetric;
    /** What names begin with before which exporters put any prefix they are told to. */
    private final List<String> starts;
    private final Map<String, ExporterKind> identities = new HashMap<>();

    private MetricCatalogue(List<ExporterKind> exporters, List<ExportedMetric> metrics) {
        this.exporters = List.copyOf(exporters);
        starts = exporters.stream().flatMap(exporter -> exporter.starts().stream()).distinct().toList();
        for (var exporter : exporters) {
            exporter.identity().forEach(name -> identities.put(name, exporter));
            if (!exporter.number().isEmpty()) {
                identities.put(exporter.number(), exporter);
            }
        }
        var names = new HashMap<String, List<ExportedMetric>>();
        var concepts = new EnumMap<Metric, List<ExportedMetric>>(Metric.class);
        for (var metric : metrics) {
            names.computeIfAbsent(metric.name(), _ -> new ArrayList<>()).add(metric);
            concepts.computeIfAbsent(metric.metric(), _ -> new ArrayList<>()).add(metric);
        }
        names.replaceAll((_, same) -> List.copyOf(same));
        concepts.replaceAll((_, same) -> List.copyOf(same));
        this.byName = names;
        this.byMetric = concepts;
    }

    /** The catalogue that ships with the product. */
    public static MetricCatalogue bundled() {
        return ShippedMetrics.CATALOGUE;
    }

    /** Read when somebody first wants it. */
    private static final class ShippedMetrics {

        private static final MetricCatalogue CATALOGUE = read();
    }

    private static MetricCatalogue read() {
        try (var file = Objects.requireNonNull(MetricCatalogue.class.getResourceAsStream("metrics.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var exporters = new ArrayList<ExporterKind>();
            var metrics = new ArrayList<ExportedMetric>();
            for (var node : tree.path("exporters")) {
                var exporter = exporter(node);
                exporters.add(exporter);
                addMetrics(node, exporter, metrics);
            }
            return new MetricCatalogue(exporters, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException("The catalogue of metrics is damaged", e);
        }
    }

    /** What the series of a name can mean; nothing when the name is not known. Makes no objects. */
    public List<ExportedMetric> of(String name) {
        var known = byName.get(name);
        return known != null ? known : prefixed(name);
    }

    /** What a name can mean that an administrator put a prefix before. */
    private List<ExportedMetric> prefixed(String name) {
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

    /** Whether a value of a series can be no measurement of what its name means; of other series nothing is known. */
    public boolean blank(String name, double value) {
        var meanings = of(name);
        for (int i = 0; i < meanings.size(); i++) {
            if (!Double.isNaN(meanings.get(i).reading(value))) {
                return false;
            }
        }
        return !meanings.isEmpty();
    }

    /** The exporter that tells by series of a name which device is which; null where the name is of none. */
    public @Nullable ExporterKind identifying(String name) {
        return identities.get(name);
    }

    /** What exporters call a metric, of one exporter after the other, the best first. */
    public List<ExportedMetric> of(Metric metric) {
        return byMetric.getOrDefault(metric, List.of());
    }

    /** The exporters that are understood. */
    public List<ExporterKind> exporters() {
        return exporters;
    }

    private static ExporterKind exporter(JsonNode node) {
        var labels = new EnumMap<LabelRole, List<String>>(LabelRole.class);
        node.path("labels").properties()
                .forEach(role -> labels.put(LabelRole.valueOf(role.getKey().toUpperCase(Locale.ROOT)),
                        texts(role.getValue())));
        var blanks = new ArrayList<ExporterKind.Blank>();
        node.path("blanks").forEach(range -> blanks
                .add(new ExporterKind.Blank(range.path(0).asDouble(), range.path(range.size() - 1).asDouble())));
        return new ExporterKind(node.path("id").asText(), node.path("vendor").asText(), node.path("title").asText(),
                labels, blanks, node.path("uuid_prefix").asText(), texts(node.path("identity")),
                node.path("number").asText(), texts(node.path("any_prefix")),
                Set.copyOf(texts(node.path("partitions"))));
    }

    private static void addMetrics(JsonNode exporter, ExporterKind from, List<ExportedMetric> metrics) {
        var prefixes = exporter.has("prefixes") ? texts(exporter.path("prefixes")) : List.of("");
        var count = new EnumMap<Metric, Integer>(Metric.class);
        for (var node : exporter.path("metrics")) {
            var means = Metric.valueOf(node.path("metric").asText());
            int preference = count.merge(means, 1, Integer::sum) - 1;
            var scope = node.has("scope") ? value(MetricScope.class, node.path("scope"))
                    : means.scope() == Metric.MetricLevel.BOARD ? MetricScope.BOARD : MetricScope.INSTANCE;
            var kind = node.has("kind") ? value(SeriesKind.class, node.path("kind"))
                    : means.counter() ? SeriesKind.COUNTER : SeriesKind.GAUGE;
            var only = new HashMap<String, List<String>>();
            node.path("only").properties().forEach(label -> only.put(label.getKey(), texts(label.getValue())));
            var matching = new HashMap<String, Pattern>();
            node.path("matching").properties()
                    .forEach(label -> matching.put(label.getKey(), Pattern.compile(label.getValue().asText())));
            var names = new ArrayList<>(List.of(node.path("name").asText()));
            names.addAll(texts(node.path("aliases")));
            for (var name : names) {
                for (var prefix : prefixes) {
                    metrics.add(
                            new ExportedMetric(prefix + name, from, means, node.path("factor").asDouble(1), scope, kind,
                                    preference, only, matching, node.path("category").asText(),
                                    node.path("detail").asText()));
                }
            }
        }
    }

    private static <E extends Enum<E>> E value(Class<E> type, JsonNode node) {
        return Enum.valueOf(type, node.asText().toUpperCase(Locale.ROOT));
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}

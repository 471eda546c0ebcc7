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

/**
 * The metrics that are understood, and what they mean. It is data ({@code metrics.json}); a new exporter is an entry
 * there. Immutable.
 */
public final class MetricCatalogue {

    private final Map<Concept, Quantity> quantities;
    private final List<Exporter> exporters;
    private final Map<String, List<Metric>> byName;
    private final Map<Concept, List<Metric>> byConcept;

    private MetricCatalogue(Map<Concept, Quantity> quantities, List<Exporter> exporters, List<Metric> metrics) {
        this.quantities = quantities;
        this.exporters = List.copyOf(exporters);
        var names = new HashMap<String, List<Metric>>();
        var concepts = new EnumMap<Concept, List<Metric>>(Concept.class);
        for (var metric : metrics) {
            names.computeIfAbsent(metric.name(), _ -> new ArrayList<>()).add(metric);
            concepts.computeIfAbsent(metric.concept(), _ -> new ArrayList<>()).add(metric);
        }
        names.replaceAll((_, same) -> List.copyOf(same));
        concepts.replaceAll((_, same) -> List.copyOf(same));
        this.byName = names;
        this.byConcept = concepts;
    }

    /** The catalogue that ships with the product. */
    public static MetricCatalogue bundled() {
        try (var file = Objects.requireNonNull(MetricCatalogue.class.getResourceAsStream("metrics.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var quantities = new EnumMap<Concept, Quantity>(Concept.class);
            for (var node : tree.path("concepts")) {
                var concept = Concept.valueOf(node.path("id").asText());
                quantities.put(concept, new Quantity(concept, value(Unit.class, node.path("unit")),
                        value(Scope.class, node.path("scope")), value(Kind.class, node.path("kind"))));
            }
            var exporters = new ArrayList<Exporter>();
            var metrics = new ArrayList<Metric>();
            for (var node : tree.path("exporters")) {
                var exporter = exporter(node);
                exporters.add(exporter);
                addMetrics(node, exporter, quantities, metrics);
            }
            return new MetricCatalogue(quantities, exporters, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException("The catalogue of metrics is damaged", e);
        }
    }

    /** What the series of a name can mean; nothing when the name is not known. Makes no objects. */
    public List<Metric> of(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** The metrics that tell about a concept, of one exporter after the other, the best first. */
    public List<Metric> of(Concept concept) {
        return byConcept.getOrDefault(concept, List.of());
    }

    /** How a concept is measured. */
    public Quantity quantity(Concept concept) {
        return Objects.requireNonNull(quantities.get(concept), "a concept that the catalogue lacks");
    }

    /** The exporters that are understood. */
    public List<Exporter> exporters() {
        return exporters;
    }

    private static Exporter exporter(JsonNode node) {
        var labels = new EnumMap<Role, List<String>>(Role.class);
        node.path("labels").properties()
                .forEach(role -> labels.put(Role.valueOf(role.getKey().toUpperCase(Locale.ROOT)),
                        texts(role.getValue())));
        return new Exporter(node.path("id").asText(), node.path("vendor").asText(), node.path("title").asText(),
                labels);
    }

    private static void addMetrics(JsonNode exporter, Exporter from, Map<Concept, Quantity> quantities,
            List<Metric> metrics) {
        var prefixes = exporter.has("prefixes") ? texts(exporter.path("prefixes")) : List.of("");
        var count = new EnumMap<Concept, Integer>(Concept.class);
        for (var node : exporter.path("metrics")) {
            var concept = Concept.valueOf(node.path("concept").asText());
            var quantity = Objects.requireNonNull(quantities.get(concept), "a concept that the catalogue lacks");
            int preference = count.merge(concept, 1, Integer::sum) - 1;
            var scope = node.has("scope") ? value(Scope.class, node.path("scope")) : quantity.scope();
            var kind = node.has("kind") ? value(Kind.class, node.path("kind")) : quantity.kind();
            var only = new HashMap<String, List<String>>();
            node.path("only").properties().forEach(label -> only.put(label.getKey(), texts(label.getValue())));
            var names = new ArrayList<>(List.of(node.path("name").asText()));
            names.addAll(texts(node.path("aliases")));
            for (var name : names) {
                for (var prefix : prefixes) {
                    metrics.add(new Metric(prefix + name, from, concept, node.path("factor").asDouble(1), scope, kind,
                            preference, only));
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

package tessera.metrics.scrape;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tessera.model.PodFacts;

/** By what names exporters go in a cluster. It is data ({@code exporters.json}); a new exporter is a line there. */
public final class ExporterNames {

    private final List<String> labels;
    private final Map<String, Known> known;

    /** An exporter's vendor and where it listens. */
    private record Known(String vendor, int port) {}

    private ExporterNames(List<String> labels, Map<String, Known> known) {
        this.labels = labels;
        this.known = known;
    }

    /** Those that ship with the product. */
    public static ExporterNames bundled() {
        return Bundled.NAMES;
    }

    /** Read when somebody first wants it. */
    private static final class Bundled {

        private static final ExporterNames NAMES = read();
    }

    private static ExporterNames read() {
        try (var file = Objects.requireNonNull(ExporterNames.class.getResourceAsStream("exporters.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var labels = new ArrayList<String>();
            tree.path("labels").forEach(label -> labels.add(label.asText()));
            return new ExporterNames(List.copyOf(labels), Map.copyOf(known(tree.path("exporters"))));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of exporters is damaged", e);
        }
    }

    private static Map<String, Known> known(JsonNode exporters) {
        var known = new HashMap<String, Known>();
        for (var exporter : exporters) {
            var means = new Known(exporter.path("vendor").asText(), exporter.path("port").asInt());
            exporter.path("names").forEach(name -> known.put(name.asText(), means));
        }
        return known;
    }

    /** The exporter a pod is, going by its labels and by what controls it. */
    public Optional<Exporter> of(PodFacts pod) {
        for (var label : labels) {
            var means = known.get(pod.labels().getOrDefault(label, ""));
            if (means != null) {
                return Optional.of(exporter(pod, means));
            }
        }
        var means = known.get(pod.owner().name());
        return means == null ? Optional.empty() : Optional.of(exporter(pod, means));
    }

    /** Whether a pod of that name is likely to be an exporter. */
    public boolean soundLike(String pod) {
        return known.keySet().stream().anyMatch(pod::contains);
    }

    private static Exporter exporter(PodFacts pod, Known means) {
        return new Exporter(pod.node(), pod.namespace(), pod.name(), pod.uid(), means.vendor(), means.port(),
                pod.status());
    }
}

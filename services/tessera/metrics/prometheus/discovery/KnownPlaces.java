package tessera.metrics.prometheus.discovery;

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
import tessera.metrics.prometheus.discovery.DiscoveryInput.OperatedPrometheus;
import tessera.metrics.prometheus.discovery.DiscoveryInput.Service;

/** By what names a Prometheus goes in a cluster. It is data ({@code prometheus.json}); another one is a line there. */
final class KnownPlaces {

    private final List<String> presence;
    private final List<String> namespaces;
    private final String operatedService;
    private final String operatedPort;
    private final List<KnownServices> known;

    /** Services of some names or labels. */
    private record KnownServices(String title, List<String> names, Map<String, String> labels, List<String> ports,
            boolean secure, String path) {

        boolean matches(Service service) {
            return names.stream().anyMatch(name -> matches(name, service.name())) || (!labels.isEmpty()
                    && service.labels().entrySet().containsAll(labels.entrySet()));
        }

        private static boolean matches(String pattern, String name) {
            if (pattern.startsWith("*")) {
                return name.endsWith(pattern.substring(1));
            }
            return pattern.endsWith("*") ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                    : pattern.equals(name);
        }

        Optional<PrometheusCandidate> of(Service service) {
            return port(service).map(
                    port -> new PrometheusCandidate(title, service.namespace(), service.name(), port, secure, path));
        }

        private Optional<String> port(Service service) {
            return ports.stream().filter(wanted -> service.ports().stream()
                    .anyMatch(port -> wanted.equals(port.name()) || wanted.equals("" + port.number()))).findFirst();
        }
    }

    private KnownPlaces(JsonNode tree) {
        presence = texts(tree.path("presence"));
        namespaces = texts(tree.path("namespaces"));
        operatedService = tree.path("operated").path("service").asText();
        operatedPort = tree.path("operated").path("port").asText();
        var all = new ArrayList<KnownServices>();
        for (var node : tree.path("services")) {
            var labels = new HashMap<String, String>();
            node.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
            all.add(new KnownServices(node.path("title").asText(), texts(node.path("names")), labels,
                    texts(node.path("ports")), node.path("secure").asBoolean(), node.path("path").asText("")));
        }
        known = List.copyOf(all);
    }

    /** Those that ship with the product. */
    static KnownPlaces bundled() {
        try (var file = Objects.requireNonNull(KnownPlaces.class.getResourceAsStream("prometheus.json"))) {
            return new KnownPlaces(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of known places is damaged", e);
        }
    }

    /** Queries that give a number where there are metrics of GPUs, the most likely first. */
    List<String> presence() {
        return presence;
    }

    /** Where to look when not all namespaces may be looked into. */
    List<String> namespaces() {
        return namespaces;
    }

    PrometheusCandidate of(OperatedPrometheus operated) {
        return new PrometheusCandidate("Prometheus “" + operated.name() + "” of the operator", operated.namespace(),
                operatedService,
                operatedPort, operated.secure(), operated.path());
    }

    /** The places among some services, the most likely first. */
    List<PrometheusCandidate> of(List<Service> services) {
        return known.stream().flatMap(one -> services.stream().filter(one::matches).map(one::of))
                .flatMap(Optional::stream).toList();
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}

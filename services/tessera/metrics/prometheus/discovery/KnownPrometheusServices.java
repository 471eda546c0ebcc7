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

/** The names and labels by which a Prometheus is recognized in a cluster. It is data ({@code prometheus.json}); another one is a line there. */
final class KnownPrometheusServices {

    private final List<String> presence;
    private final List<String> namespaces;
    private final String operatedService;
    private final String operatedPort;
    private final List<KnownServices> known;

    /** A rule for services of some names or labels. */
    private record KnownServices(String title, List<String> names, Map<String, String> labels, List<String> ports,
            boolean secure, String path) {

        boolean matches(Service service) {
            return names.stream().anyMatch(name -> matchesPattern(name, service.name())) || (!labels.isEmpty()
                    && service.labels().entrySet().containsAll(labels.entrySet()));
        }

        private static boolean matchesPattern(String pattern, String name) {
            if (pattern.startsWith("*")) {
                return name.endsWith(pattern.substring(1));
            }
            return pattern.endsWith("*") ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                    : pattern.equals(name);
        }

        Optional<PrometheusCandidate> candidateOf(Service service) {
            return portOf(service).map(
                    port -> new PrometheusCandidate(title, service.namespace(), service.name(), port, secure, path));
        }

        private Optional<String> portOf(Service service) {
            return ports.stream().filter(wanted -> service.ports().stream()
                    .anyMatch(port -> wanted.equals(port.name()) || wanted.equals("" + port.number()))).findFirst();
        }
    }

    private KnownPrometheusServices(JsonNode tree) {
        presence = textList(tree.path("presence"));
        namespaces = textList(tree.path("namespaces"));
        operatedService = tree.path("operated").path("service").asText();
        operatedPort = tree.path("operated").path("port").asText();
        var all = new ArrayList<KnownServices>();
        for (var node : tree.path("services")) {
            var labels = new HashMap<String, String>();
            node.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
            all.add(new KnownServices(node.path("title").asText(), textList(node.path("names")), labels,
                    textList(node.path("ports")), node.path("secure").asBoolean(), node.path("path").asText("")));
        }
        known = List.copyOf(all);
    }

    /** Returns the services that ship with the product. */
    static KnownPrometheusServices bundled() {
        try (var file = Objects.requireNonNull(KnownPrometheusServices.class.getResourceAsStream("prometheus.json"))) {
            return new KnownPrometheusServices(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of known places is damaged", e);
        }
    }

    /** Returns queries that give a number where there are GPU metrics, the most likely first. */
    List<String> presenceQueries() {
        return presence;
    }

    /** Returns the namespaces to search when not all namespaces are readable. */
    List<String> namespaces() {
        return namespaces;
    }

    PrometheusCandidate candidateOf(OperatedPrometheus operated) {
        return new PrometheusCandidate("Prometheus “" + operated.name() + "” of the operator", operated.namespace(),
                operatedService,
                operatedPort, operated.secure(), operated.path());
    }

    /** Returns the candidates among some services, the most likely first. */
    List<PrometheusCandidate> candidatesAmong(List<Service> services) {
        return known.stream().flatMap(one -> services.stream().filter(one::matches).map(one::candidateOf))
                .flatMap(Optional::stream).toList();
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}

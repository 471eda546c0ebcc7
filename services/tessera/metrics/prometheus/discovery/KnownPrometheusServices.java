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
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient.OperatorManagedPrometheus;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient.ServiceFacts;
import tessera.text.MessageCatalog;

/** The names and labels by which a Prometheus is recognized in a cluster. It is data ({@code prometheus.json}); another one is a line there. */
final class KnownPrometheusServices {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KnownPrometheusServices.class);

    private final List<String> presence;
    private final List<String> namespaces;
    private final String operatedService;
    private final String operatedPort;
    private final List<ServiceNameRule> rules;

    /** A rule for services of some names or labels. */
    private record ServiceNameRule(String title, List<String> names, Map<String, String> labels, List<String> ports,
            boolean secure, String path) {

        boolean matches(ServiceFacts serviceFacts) {
            return names.stream().anyMatch(name -> matchesPattern(name, serviceFacts.name()))
                    || (!labels.isEmpty() && serviceFacts.labels().entrySet().containsAll(labels.entrySet()));
        }

        private static boolean matchesPattern(String pattern, String name) {
            if (pattern.startsWith("*")) {
                return name.endsWith(pattern.substring(1));
            }
            if (pattern.endsWith("*")) {
                return name.startsWith(pattern.substring(0, pattern.length() - 1));
            }
            return pattern.equals(name);
        }

        Optional<PrometheusCandidate> candidateOf(ServiceFacts serviceFacts) {
            return portOf(serviceFacts).map(port -> new PrometheusCandidate(title, serviceFacts.namespace(),
                    serviceFacts.name(), port, secure, path));
        }

        private Optional<String> portOf(ServiceFacts serviceFacts) {
            return ports.stream().filter(wanted -> hasPort(wanted, serviceFacts)).findFirst();
        }

        private static boolean hasPort(String wanted, ServiceFacts serviceFacts) {
            return serviceFacts.ports().stream().anyMatch(
                    servicePort -> wanted.equals(servicePort.name()) || wanted.equals("" + servicePort.number()));
        }
    }

    private KnownPrometheusServices(JsonNode tree) {
        presence = textList(tree.path("presence"));
        namespaces = textList(tree.path("namespaces"));
        operatedService = tree.path("operated").path("service").asText();
        operatedPort = tree.path("operated").path("port").asText();
        var all = new ArrayList<ServiceNameRule>();
        for (var node : tree.path("services")) {
            var labels = new HashMap<String, String>();
            node.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
            all.add(new ServiceNameRule(node.path("title").asText(), textList(node.path("names")), labels,
                    textList(node.path("ports")), node.path("secure").asBoolean(), node.path("path").asText("")));
        }
        rules = List.copyOf(all);
    }

    /** Returns the services that ship with the product. */
    static KnownPrometheusServices bundled() {
        try (var file = Objects.requireNonNull(KnownPrometheusServices.class.getResourceAsStream("prometheus.json"))) {
            return new KnownPrometheusServices(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("prometheus.json is damaged", e);
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

    PrometheusCandidate candidateOf(OperatorManagedPrometheus operated) {
        return new PrometheusCandidate(MESSAGES.text("operated", operated.name()), operated.namespace(),
                operatedService, operatedPort, operated.secure(), operated.path());
    }

    /** Returns the candidates among some services, the most likely first. */
    List<PrometheusCandidate> candidatesAmong(List<ServiceFacts> services) {
        return rules.stream().flatMap(one -> services.stream().filter(one::matches).map(one::candidateOf))
                .flatMap(Optional::stream).toList();
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}

package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.fit.ObjectSource;
import tessera.fit.wish.LabelRule;
import tessera.insight.Fleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.stack.Component;

/** Looks for monitors by which a Prometheus reads the same exporter more than once. Waits for the cluster. */
final class Monitors {

    private static final String API = "monitoring.coreos.com/v1";
    private static final ObjectRef OF_SERVICES = new ObjectRef(API, "ServiceMonitor", "servicemonitors", "", "");
    private static final ObjectRef OF_PODS = new ObjectRef(API, "PodMonitor", "podmonitors", "", "");

    private final ObjectSource objects;
    private final Map<ObjectRef, List<JsonNode>> known = new HashMap<>();

    private Monitors(ObjectSource objects) {
        this.objects = objects;
    }

    /** As kubectl names them; none where each exporter is read by one at most. */
    static List<String> read(Fleet fleet, ObjectSource objects) throws Failure, InterruptedException {
        // Those of one DaemonSet are alike.
        var exporters = new TreeMap<String, PodFacts>();
        fleet.nodes().stream().flatMap(node -> node.info().pods().stream())
                .filter(pod -> pod.phase() == PodPhase.RUNNING && Component.EXPORTER.owns(pod))
                .forEach(pod -> exporters.putIfAbsent(pod.namespace() + "/" + pod.owner().name(), pod));
        var monitors = new Monitors(objects);
        for (var exporter : exporters.values()) {
            var readers = new TreeSet<>(monitors.ofServices(exporter));
            readers.addAll(monitors.ofPods(exporter));
            if (readers.size() > 1) {
                return List.copyOf(readers);
            }
        }
        return List.of();
    }

    private List<String> ofServices(PodFacts exporter) throws Failure, InterruptedException {
        var found = new ArrayList<String>();
        for (var monitor : all(OF_SERVICES)) {
            if (covers(monitor, exporter.namespace()) && services(exporter).stream()
                    .anyMatch(service -> selects(monitor, labels(service.at("/metadata/labels"))))) {
                found.add(named("servicemonitors", monitor));
            }
        }
        return found;
    }

    private List<String> ofPods(PodFacts exporter) throws Failure, InterruptedException {
        return all(OF_PODS).stream()
                .filter(monitor -> covers(monitor, exporter.namespace()) && selects(monitor, exporter.labels()))
                .map(monitor -> named("podmonitors", monitor)).toList();
    }

    private List<JsonNode> all(ObjectRef kind) throws Failure, InterruptedException {
        if (!known.containsKey(kind)) {
            var all = new ArrayList<JsonNode>();
            objects.each(kind, "", all::add);
            known.put(kind, all);
        }
        return known.get(kind);
    }

    /** The services behind which an exporter is. */
    private List<JsonNode> services(PodFacts exporter) throws Failure, InterruptedException {
        return all(new ObjectRef("v1", "Service", "services", exporter.namespace(), "")).stream().filter(service -> {
            var selector = labels(service.at("/spec/selector"));
            return !selector.isEmpty() && exporter.labels().entrySet().containsAll(selector.entrySet());
        }).toList();
    }

    private static boolean covers(JsonNode monitor, String namespace) {
        var where = monitor.at("/spec/namespaceSelector");
        return where.path("any").asBoolean()
                || (where.path("matchNames").isEmpty() ? monitor.at("/metadata/namespace").asText().equals(namespace)
                        : where.path("matchNames").valueStream().anyMatch(name -> name.asText().equals(namespace)));
    }

    private static boolean selects(JsonNode monitor, Map<String, String> labels) {
        return LabelRule.of(monitor.at("/spec/selector")).matches(labels);
    }

    private static Map<String, String> labels(JsonNode labels) {
        var all = new HashMap<String, String>();
        labels.properties().forEach(label -> all.put(label.getKey(), label.getValue().asText()));
        return all;
    }

    private static String named(String kinds, JsonNode monitor) {
        return "%s/%s -n %s".formatted(kinds, monitor.at("/metadata/name").asText(),
                monitor.at("/metadata/namespace").asText());
    }
}

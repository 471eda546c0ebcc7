package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.LabelRule;
import tessera.stack.StackComponent;

/** Looks who reads exporters by monitors, and whether anybody heeds these. Waits for the cluster. */
final class MonitorReader {

    private static final String API = "monitoring.coreos.com/v1";
    private static final ObjectRef OF_SERVICES = new ObjectRef(API, "ServiceMonitor", "servicemonitors", "", "");
    private static final ObjectRef OF_PODS = new ObjectRef(API, "PodMonitor", "podmonitors", "", "");

    private static final ObjectRef PROMETHEUSES = new ObjectRef(API, "Prometheus", "prometheuses", "", "");
    private static final List<String> SELECTORS = List.of("serviceMonitor", "podMonitor");

    private final ObjectSource objects;
    private final Map<ObjectRef, List<JsonNode>> known = new HashMap<>();
    private final Set<ObjectRef> cut = new HashSet<>();

    MonitorReader(ObjectSource objects) {
        this.objects = objects;
    }

    /** Monitors that name an exporter. */
    record Readers(List<JsonNode> ofServices, List<JsonNode> ofPods) {

        private List<String> names() {
            var names = new TreeSet<>(named("servicemonitors", ofServices));
            names.addAll(named("podmonitors", ofPods));
            return List.copyOf(names);
        }
    }

    /** Of each exporter that anybody reads by monitors. */
    List<Readers> readers(GpuFleet fleet) throws Failure, InterruptedException {
        // Those of one DaemonSet are alike.
        var exporters = new TreeMap<String, PodFacts>();
        fleet.nodes().stream().flatMap(node -> node.info().pods().stream())
                .filter(pod -> pod.phase() == PodPhase.RUNNING && StackComponent.EXPORTER.owns(pod))
                .forEach(pod -> exporters.putIfAbsent(pod.namespace() + "/" + pod.owner().name(), pod));
        var readers = new ArrayList<Readers>();
        for (var exporter : exporters.values()) {
            readers.add(new Readers(ofServices(exporter), ofPods(exporter)));
        }
        return readers.stream().filter(each -> !each.names().isEmpty()).toList();
    }

    /** Of the first exporter that no Prometheus heeds, else that several monitors name. */
    ExporterMonitors heeded(List<Readers> readers) throws Failure, InterruptedException {
        // Of more Prometheuses than are read one may heed them, and where there are none who reads is written elsewhere.
        if (!readers.isEmpty() && whole(PROMETHEUSES) && !all(PROMETHEUSES).isEmpty()) {
            for (var each : readers) {
                if (!heeded("serviceMonitor", each.ofServices()) && !heeded("podMonitor", each.ofPods())) {
                    return new ExporterMonitors(List.of(), each.names(),
                            all(PROMETHEUSES).stream().map(MonitorReader::heeds).toList());
                }
            }
        }
        return several(readers);
    }

    /** Of the first exporter that several monitors name. */
    static ExporterMonitors several(List<Readers> readers) {
        return readers.stream().map(Readers::names).filter(names -> names.size() > 1).findFirst()
                .map(names -> new ExporterMonitors(names, List.of(), List.of())).orElse(ExporterMonitors.NONE);
    }

    /** Whether a Prometheus chooses one of some monitors, or may. */
    private boolean heeded(String kind, List<JsonNode> monitors) throws Failure, InterruptedException {
        for (var prometheus : all(PROMETHEUSES)) {
            var spec = prometheus.path("spec");
            if (SELECTORS.stream().allMatch(each -> spec.path(each + "Selector").isMissingNode())) {
                // What it reads is written elsewhere.
                return true;
            }
            for (var monitor : monitors) {
                if (spec.path(kind + "Selector").isObject()
                        && LabelRule.of(spec.path(kind + "Selector")).matches(labels(monitor.at("/metadata/labels")))
                        && within(spec.path(kind + "NamespaceSelector"), monitor, prometheus)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Without a word of namespaces it is its own. */
    private boolean within(JsonNode namespaces, JsonNode monitor, JsonNode prometheus)
            throws Failure, InterruptedException {
        var place = monitor.at("/metadata/namespace").asText();
        if (!namespaces.isObject()) {
            return place.equals(prometheus.at("/metadata/namespace").asText());
        }
        return namespaces.isEmpty() || objects.object(new ObjectRef("v1", "Namespace", "namespaces", "", place))
                .map(each -> LabelRule.of(namespaces).matches(labels(each.at("/metadata/labels")))).orElse(true);
    }

    private static String heeds(JsonNode prometheus) {
        var spec = prometheus.path("spec");
        return "Prometheus %s/%s heeds %s".formatted(prometheus.at("/metadata/namespace").asText(),
                prometheus.at("/metadata/name").asText(),
                SELECTORS.stream().filter(each -> spec.path(each + "Selector").isObject())
                        .map(each -> "%ss %s of namespaces %s".formatted(each, words(spec.path(each + "Selector")),
                                spec.path(each + "NamespaceSelector").isObject()
                                        ? words(spec.path(each + "NamespaceSelector"))
                                        : "like its own"))
                        .collect(Collectors.joining(", ")));
    }

    private static String words(JsonNode selector) {
        return selector.isEmpty() ? "with any label" : "with " + selector;
    }

    private List<JsonNode> ofServices(PodFacts exporter) throws Failure, InterruptedException {
        var found = new ArrayList<JsonNode>();
        for (var monitor : all(OF_SERVICES)) {
            if (covers(monitor, exporter.namespace()) && services(exporter).stream()
                    .anyMatch(service -> selects(monitor, labels(service.at("/metadata/labels"))))) {
                found.add(monitor);
            }
        }
        return found;
    }

    private List<JsonNode> ofPods(PodFacts exporter) throws Failure, InterruptedException {
        return all(OF_PODS).stream()
                .filter(monitor -> covers(monitor, exporter.namespace()) && selects(monitor, exporter.labels()))
                .toList();
    }

    private List<JsonNode> all(ObjectRef kind) throws Failure, InterruptedException {
        if (!known.containsKey(kind)) {
            var all = new ArrayList<JsonNode>();
            if (!objects.each(kind, "", all::add)) {
                cut.add(kind);
            }
            known.put(kind, all);
        }
        return known.get(kind);
    }

    private boolean whole(ObjectRef kind) throws Failure, InterruptedException {
        all(kind);
        return !cut.contains(kind);
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

    private static List<String> named(String kinds, List<JsonNode> monitors) {
        return monitors.stream().map(monitor -> "%s/%s -n %s".formatted(kinds, monitor.at("/metadata/name").asText(),
                monitor.at("/metadata/namespace").asText())).toList();
    }
}

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
import tessera.gpu.GpuFleet;
import tessera.kube.labels.LabelSelector;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackComponent;
import tessera.text.MessageCatalog;

/** Reads the monitors that select exporters, and whether a Prometheus selects these monitors. Waits for the cluster. */
final class ExporterServiceMonitorReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ExporterServiceMonitorReader.class);
    private static final String API = "monitoring.coreos.com/v1";
    private static final ObjectRef OF_SERVICES = new ObjectRef(API, "ServiceMonitor", "servicemonitors", "", "");
    private static final ObjectRef OF_PODS = new ObjectRef(API, "PodMonitor", "podmonitors", "", "");

    private static final ObjectRef PROMETHEUSES = new ObjectRef(API, "Prometheus", "prometheuses", "", "");
    private static final List<String> SELECTORS = List.of("serviceMonitor", "podMonitor");

    private final ClusterObjectSource objects;
    private final Map<ObjectRef, List<JsonNode>> objectsByKind = new HashMap<>();
    private final Set<ObjectRef> truncatedKinds = new HashSet<>();

    ExporterServiceMonitorReader(ClusterObjectSource objects) {
        this.objects = objects;
    }

    /** The monitors that select an exporter. */
    record ExporterMonitorSelection(List<JsonNode> serviceMonitors, List<JsonNode> podMonitors) {

        private List<String> monitorNames() {
            var names = new TreeSet<>(resourceNames("servicemonitors", serviceMonitors));
            names.addAll(resourceNames("podmonitors", podMonitors));
            return List.copyOf(names);
        }
    }

    /** Returns for each exporter the monitors that select it, where there are any. */
    List<ExporterMonitorSelection> findSelections(GpuFleet fleet) throws ProblemException, InterruptedException {
        // Those of one DaemonSet are alike.
        var exporters = new TreeMap<String, PodSummary>();
        fleet.nodes().stream().flatMap(node -> node.info().pods().stream())
                .filter(pod -> pod.phase() == PodPhase.RUNNING && GpuStackComponent.EXPORTER.ownsPod(pod))
                .forEach(pod -> exporters.putIfAbsent(pod.namespace() + "/" + pod.owner().name(), pod));
        var readers = new ArrayList<ExporterMonitorSelection>();
        for (var exporter : exporters.values()) {
            readers.add(new ExporterMonitorSelection(serviceMonitorsOf(exporter), podMonitorsOf(exporter)));
        }
        return readers.stream().filter(each -> !each.monitorNames().isEmpty()).toList();
    }

    /** Returns the first exporter whose monitors no Prometheus selects, else one that several monitors select. */
    ExporterServiceMonitorProblems findMonitorProblem(List<ExporterMonitorSelection> readers)
            throws ProblemException, InterruptedException {
        // Of more Prometheuses than are read one may heed them, and where there are none who reads is written elsewhere.
        if (!readers.isEmpty() && isComplete(PROMETHEUSES) && !listAll(PROMETHEUSES).isEmpty()) {
            for (var each : readers) {
                if (!isSelected("serviceMonitor", each.serviceMonitors())
                        && !isSelected("podMonitor", each.podMonitors())) {
                    return new ExporterServiceMonitorProblems(List.of(), each.monitorNames(),
                            listAll(PROMETHEUSES).stream().map(ExporterServiceMonitorReader::selectorsText).toList());
                }
            }
        }
        return findDuplicates(readers);
    }

    /** Returns the first exporter that several monitors select. */
    static ExporterServiceMonitorProblems findDuplicates(List<ExporterMonitorSelection> readers) {
        return readers.stream().map(ExporterMonitorSelection::monitorNames).filter(names -> names.size() > 1)
                .findFirst().map(names -> new ExporterServiceMonitorProblems(names, List.of(), List.of()))
                .orElse(ExporterServiceMonitorProblems.NONE);
    }

    /** Returns whether a Prometheus selects one of the monitors, or may do so. */
    private boolean isSelected(String kind, List<JsonNode> monitors) throws ProblemException, InterruptedException {
        for (var prometheus : listAll(PROMETHEUSES)) {
            var spec = prometheus.path("spec");
            if (SELECTORS.stream().allMatch(each -> spec.path(each + "Selector").isMissingNode())) {
                // What it reads is written elsewhere.
                return true;
            }
            for (var monitor : monitors) {
                if (spec.path(kind + "Selector").isObject()
                        && LabelSelector.of(spec.path(kind + "Selector"))
                                .matches(parseLabels(monitor.at("/metadata/labels")))
                        && isNamespaceSelected(spec.path(kind + "NamespaceSelector"), monitor, prometheus)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether a namespace selector selects the monitor; without one only the Prometheus's own namespace is. */
    private boolean isNamespaceSelected(JsonNode namespaces, JsonNode monitor, JsonNode prometheus)
            throws ProblemException, InterruptedException {
        var place = monitor.at("/metadata/namespace").asText();
        if (!namespaces.isObject()) {
            return place.equals(prometheus.at("/metadata/namespace").asText());
        }
        return namespaces.isEmpty() || objects.find(new ObjectRef("v1", "Namespace", "namespaces", "", place))
                .map(element -> LabelSelector.of(namespaces).matches(parseLabels(element.at("/metadata/labels"))))
                .orElse(true);
    }

    private static String selectorsText(JsonNode prometheus) {
        var spec = prometheus.path("spec");
        return MESSAGES.text("monitor.prometheus", prometheus.at("/metadata/namespace").asText(),
                prometheus.at("/metadata/name").asText(),
                SELECTORS.stream().filter(each -> spec.path(each + "Selector").isObject())
                        .map(each -> MESSAGES.text("monitor.selector", each, selectorText(spec.path(each + "Selector")),
                                spec.path(each + "NamespaceSelector").isObject()
                                        ? selectorText(spec.path(each + "NamespaceSelector"))
                                        : MESSAGES.text("monitor.ownNamespace")))
                        .toList());
    }

    private static String selectorText(JsonNode selector) {
        return MESSAGES.text("monitor.labels", selector.isEmpty() ? "" : selector.toString());
    }

    private List<JsonNode> serviceMonitorsOf(PodSummary exporter) throws ProblemException, InterruptedException {
        var found = new ArrayList<JsonNode>();
        for (var monitor : listAll(OF_SERVICES)) {
            if (coversNamespace(monitor, exporter.namespace()) && servicesOf(exporter).stream()
                    .anyMatch(service -> selectsLabels(monitor, parseLabels(service.at("/metadata/labels"))))) {
                found.add(monitor);
            }
        }
        return found;
    }

    private List<JsonNode> podMonitorsOf(PodSummary exporter) throws ProblemException, InterruptedException {
        return listAll(OF_PODS).stream().filter(
                monitor -> coversNamespace(monitor, exporter.namespace()) && selectsLabels(monitor, exporter.labels()))
                .toList();
    }

    private List<JsonNode> listAll(ObjectRef kind) throws ProblemException, InterruptedException {
        if (!objectsByKind.containsKey(kind)) {
            var all = new ArrayList<JsonNode>();
            if (!objects.forEach(kind, "", all::add)) {
                truncatedKinds.add(kind);
            }
            objectsByKind.put(kind, all);
        }
        return objectsByKind.get(kind);
    }

    private boolean isComplete(ObjectRef kind) throws ProblemException, InterruptedException {
        listAll(kind);
        return !truncatedKinds.contains(kind);
    }

    /** Returns the services that select an exporter's pod. */
    private List<JsonNode> servicesOf(PodSummary exporter) throws ProblemException, InterruptedException {
        return listAll(new ObjectRef("v1", "Service", "services", exporter.namespace(), "")).stream()
                .filter(service -> {
                    var selector = parseLabels(service.at("/spec/selector"));
                    return !selector.isEmpty() && exporter.labels().entrySet().containsAll(selector.entrySet());
                }).toList();
    }

    private static boolean coversNamespace(JsonNode monitor, String namespace) {
        var where = monitor.at("/spec/namespaceSelector");
        return where.path("any").asBoolean()
                || (where.path("matchNames").isEmpty() ? monitor.at("/metadata/namespace").asText().equals(namespace)
                        : where.path("matchNames").valueStream().anyMatch(name -> name.asText().equals(namespace)));
    }

    private static boolean selectsLabels(JsonNode monitor, Map<String, String> labels) {
        return LabelSelector.of(monitor.at("/spec/selector")).matches(labels);
    }

    private static Map<String, String> parseLabels(JsonNode labels) {
        var all = new HashMap<String, String>();
        labels.properties().forEach(label -> all.put(label.getKey(), label.getValue().asText()));
        return all;
    }

    private static List<String> resourceNames(String kinds, List<JsonNode> monitors) {
        return monitors.stream().map(monitor -> "%s/%s -n %s".formatted(kinds, monitor.at("/metadata/name").asText(),
                monitor.at("/metadata/namespace").asText())).toList();
    }
}

package tessera.demo.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpQueryParameters;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.prometheus.SimulatedScrapeHistory.SimulatedScrapeTarget;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedExporters;

/**
 * The Prometheus of the simulated cluster. It keeps nothing: the past is worked out from the same signals as the present
 * when somebody asks. Any thread.
 */
public final class SimulatedPrometheus {

    private static final String API = "/api/v1/";
    private static final String PORT = "9090";
    private static final Pattern VALUES = Pattern.compile("label/([^/]+)/values");

    private final SimulatedExporterDiscovery discovery;
    private final SimulatedExporters exporters;
    private final SimulatedClusterTelemetry signals;
    private final Clock clock;
    private final Predicate<ObjectNode> running;

    /** The result of a query and its type. */
    private record WrittenQueryResult(String resultType, Object result) {}

    /** A series with its newest value, as it is written. */
    private record WrittenInstantSample(Map<String, String> metric, List<Object> value) {}

    /** A series with its values, as it is written. */
    private record WrittenRangeSamples(Map<String, String> metric, List<List<Object>> values) {}

    /**
     * One that has not been asked yet.
     *
     * @param clock   the cluster's time
     * @param running whether a pod runs on a node that is reached
     */
    public SimulatedPrometheus(SimulatedApiStorage objects, SimulatedExporters exporters,
            SimulatedClusterTelemetry signals, Clock clock, Predicate<ObjectNode> running) {
        discovery = new SimulatedExporterDiscovery(objects, exporters, clock);
        this.exporters = exporters;
        this.signals = signals;
        this.clock = clock;
        this.running = running;
    }

    /**
     * Returns the reply to a request; empty if the pod and port are not those of the Prometheus.
     *
     * @param port a number
     */
    public Optional<PodProxyResponse> answer(ObjectNode pod, String port, PodProxyRequest request) {
        var image = pod.path("spec").path("containers").path(0).path("image").asText();
        if (!image.contains("/prometheus:") || !port.equals(PORT)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/-/ready" -> SimulatedPrometheusReply.ofText(200, "Prometheus Server is Ready.\n");
            case "/-/healthy" -> SimulatedPrometheusReply.ofText(200, "Prometheus Server is Healthy.\n");
            case String path when path.startsWith(API) ->
                apiReply(path.substring(API.length()), request, image.replaceFirst("^.*:v?", ""));
            default -> SimulatedPrometheusReply.ofText(404, "404 page not found\n");
        });
    }

    private PodProxyResponse apiReply(String endpoint, PodProxyRequest request, String version) {
        var form = request.method().equals("POST") ? request.body() : request.query();
        var parameters = new SimulatedPrometheusQueryParameters(new HttpQueryParameters(form), clock.instant());
        var label = VALUES.matcher(endpoint);
        try {
            return switch (endpoint) {
                case "query" -> SimulatedPrometheusReply.ofData(instantResult(parameters));
                case "query_range" -> SimulatedPrometheusReply.ofData(rangeResult(parameters));
                case "series" -> SimulatedPrometheusReply.ofData(findSeries(parameters));
                case "labels" -> SimulatedPrometheusReply.ofData(findSeries(parameters).stream()
                        .flatMap(series -> series.keySet().stream()).collect(Collectors.toCollection(TreeSet::new)));
                case "rules" -> SimulatedPrometheusReply.ofData(alertRules().groups(parameters.now()));
                case "alerts" -> SimulatedPrometheusReply.ofData(alertRules().alerts(parameters.now()));
                case "status/buildinfo" -> SimulatedPrometheusReply.ofData(Map.of("version", version));
                case String _ when label.matches() -> SimulatedPrometheusReply.ofData(
                        findSeries(parameters).stream().flatMap(series -> Stream.ofNullable(series.get(label.group(1))))
                                .collect(Collectors.toCollection(TreeSet::new)));
                default -> SimulatedPrometheusReply.ofText(404, "404 page not found\n");
            };
        } catch (SimulatedPromqlException exception) {
            return SimulatedPrometheusReply.ofError(exception);
        }
    }

    private SimulatedPrometheusAlertRules alertRules() {
        return new SimulatedPrometheusAlertRules(createScrapes());
    }

    private SimulatedScrapeHistory createScrapes() {
        return new SimulatedScrapeHistory(exporters, signals, scrapeTargets(), clock.instant().getEpochSecond());
    }

    private List<SimulatedScrapeTarget> scrapeTargets() {
        return discovery.exporters().stream().map(exporter -> new SimulatedScrapeTarget(exporter.pod(), exporter.node(),
                exporter.port(),
                running.test(exporter.pod()) && exporters.isReachable(SimulatedMetadata.nameOf(exporter.node()))))
                .toList();
    }

    private WrittenQueryResult instantResult(SimulatedPrometheusQueryParameters parameters)
            throws SimulatedPromqlException {
        var expression = SimulatedPromqlParser.parse(parameters.requiredParameter("query"));
        long moment = parameters.timeMillis("time", parameters.now().toEpochMilli());
        var vector = new SimulatedPromqlEvaluator(createScrapes()).evaluateAt(expression, Math.floorDiv(moment, 1000L));
        if (vector.scalar()) {
            return new WrittenQueryResult("scalar", SimulatedPrometheusReply.sample(moment, vector.scalarValue()));
        }
        return new WrittenQueryResult("vector",
                vector.elements().stream().map(element -> new WrittenInstantSample(element.labels(),
                        SimulatedPrometheusReply.sample(moment, element.value()))).toList());
    }

    private WrittenQueryResult rangeResult(SimulatedPrometheusQueryParameters parameters)
            throws SimulatedPromqlException {
        var expression = SimulatedPromqlParser.parse(parameters.requiredParameter("query"));
        var evaluator = new SimulatedPromqlEvaluator(createScrapes());
        var lines = new HashMap<Map<String, String>, List<List<Object>>>();
        // From the latest to the earliest, because counters are wound back.
        for (var moment : parameters.rangeMillis().reversed()) {
            for (var element : evaluator.evaluateAt(expression, Math.floorDiv(moment, 1000L)).elements()) {
                lines.computeIfAbsent(element.labels(), _ -> new ArrayList<>())
                        .add(SimulatedPrometheusReply.sample(moment, element.value()));
            }
        }
        return new WrittenQueryResult("matrix",
                lines.entrySet().stream().sorted(Comparator.comparing(line -> line.getKey().toString()))
                        .map(line -> new WrittenRangeSamples(line.getKey(), line.getValue().reversed())).toList());
    }

    /** Returns the series that exist at the end of the requested time; of all metrics without a selector. */
    private Collection<SortedMap<String, String>> findSeries(SimulatedPrometheusQueryParameters parameters)
            throws SimulatedPromqlException {
        var scrapes = createScrapes();
        long end = Math.floorDiv(parameters.timeMillis("end", parameters.now().toEpochMilli()), 1000L);
        var selectors = parameters.seriesSelectors();
        var found = new TreeMap<String, SortedMap<String, String>>();
        for (var selector : selectors.isEmpty() ? List.of(List.<SimulatedPromqlLabelMatcher>of()) : selectors) {
            scrapes.samplesAt(selector, end).forEach(point -> found.put(point.labels().toString(), point.labels()));
        }
        return found.values();
    }
}

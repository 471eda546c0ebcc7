package tessera.demo.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
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
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpQueryParameters;
import tessera.demo.prometheus.promql.SimulatedInstantVector;
import tessera.demo.prometheus.promql.SimulatedPromqlEvaluator;
import tessera.demo.prometheus.promql.SimulatedPromqlException;
import tessera.demo.prometheus.promql.SimulatedPromqlLabelMatcher;
import tessera.demo.prometheus.promql.SimulatedPromqlParser;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.exporter.SimulatedExporters;

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

    /**
     * One that has not been asked yet.
     *
     * @param clock   the cluster's time
     * @param running whether a pod runs on a node that is reached
     */
    public SimulatedPrometheus(SimulatedApiStorage objects, SimulatedExporters exporters,
            SimulatedClusterTelemetry signals,
            Clock clock,
            Predicate<ObjectNode> running) {
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
     * @return nothing if the pod is no Prometheus, or nobody listens at that port
     */
    public Optional<PodProxyResponse> answer(ObjectNode pod, String port, PodProxyRequest request) {
        var image = SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "image");
        if (!image.contains("/prometheus:") || !port.equals(PORT)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/-/ready" -> SimulatedPrometheusResponseFactory.textReply(200, "Prometheus Server is Ready.\n");
            case "/-/healthy" -> SimulatedPrometheusResponseFactory.textReply(200, "Prometheus Server is Healthy.\n");
            case String path when path.startsWith(API) -> apiReply(path.substring(API.length()), request,
                    image.replaceFirst("^.*:v?", ""));
            default -> SimulatedPrometheusResponseFactory.textReply(404, "404 page not found\n");
        });
    }

    private PodProxyResponse apiReply(String endpoint, PodProxyRequest request, String version) {
        var form = request.method().equals("POST") ? request.body() : request.query();
        var queryRequest = new SimulatedPrometheusQueryParameters(new HttpQueryParameters(form), clock.instant());
        try {
            return switch (endpoint) {
                case "query" -> instantReply(queryRequest);
                case "query_range" -> rangeReply(queryRequest);
                case "series" -> {
                    var all = findSeries(queryRequest);
                    yield SimulatedPrometheusResponseFactory.successReply(json -> writeLabelSets(json, all));
                }
                case "labels" -> {
                    var names = new TreeSet<String>();
                    findSeries(queryRequest).forEach(one -> names.addAll(one.keySet()));
                    yield SimulatedPrometheusResponseFactory
                            .successReply(json -> SimulatedPrometheusResponseFactory.writeTexts(json, names));
                }
                case "rules", "alerts" ->
                    new SimulatedPrometheusAlertRules(createScrapes()).answer(endpoint, queryRequest.now());
                case "metadata" -> metadataReply();
                case "targets" -> SimulatedScrapeTargets.targetsReply(scrapeTargets(), queryRequest.now());
                case "status/buildinfo" ->
                    SimulatedPrometheusResponseFactory
                            .successReply(
                                    json -> SimulatedPrometheusResponseFactory.writeLabels(json,
                                            Map.of("version", version)));
                default -> labelValuesReply(endpoint, queryRequest);
            };
        } catch (SimulatedPromqlException exception) {
            return SimulatedPrometheusResponseFactory.errorReply(exception);
        }
    }

    private PodProxyResponse labelValuesReply(String endpoint, SimulatedPrometheusQueryParameters queryRequest)
            throws SimulatedPromqlException {
        var matcher = VALUES.matcher(endpoint);
        if (!matcher.matches()) {
            return SimulatedPrometheusResponseFactory.textReply(404, "404 page not found\n");
        }
        var values = new TreeSet<String>();
        for (var one : findSeries(queryRequest)) {
            var value = one.get(matcher.group(1));
            if (value != null) {
                values.add(value);
            }
        }
        return SimulatedPrometheusResponseFactory
                .successReply(json -> SimulatedPrometheusResponseFactory.writeTexts(json, values));
    }

    private SimulatedScrapeHistory createScrapes() {
        return new SimulatedScrapeHistory(exporters, signals, scrapeTargets(), clock.instant().getEpochSecond());
    }

    /** Returns the exporters of the cluster with whether each of them answers. */
    private List<SimulatedScrapeTarget> scrapeTargets() {
        return discovery.exporters().stream()
                .map(exporter -> new SimulatedScrapeTarget(exporter.pod(), exporter.node(), exporter.port(),
                        running.test(exporter.pod())
                                && exporters.isReachable(
                                        SimulatedStoreJsonCodec.textAt(exporter.node(), "metadata", "name"))))
                .toList();
    }

    private PodProxyResponse instantReply(SimulatedPrometheusQueryParameters queryRequest)
            throws SimulatedPromqlException {
        var expression = SimulatedPromqlParser.parse(queryRequest.requiredParameter("query"));
        long moment = queryRequest.timeMillis("time", queryRequest.now().toEpochMilli());
        var vector = new SimulatedPromqlEvaluator(createScrapes()).evaluateAt(expression, Math.floorDiv(moment, 1000L));
        return SimulatedPrometheusResponseFactory.successReply(json -> {
            json.writeStartObject();
            json.writeStringField("resultType", vector.scalar() ? "scalar" : "vector");
            json.writeFieldName("result");
            if (vector.scalar()) {
                SimulatedPrometheusResponseFactory.writeSample(json, moment, vector.elements().getFirst().value());
            } else {
                writeElements(json, vector, moment);
            }
            json.writeEndObject();
        });
    }

    private static void writeElements(JsonGenerator json, SimulatedInstantVector vector, long millis)
            throws IOException {
        var moment = SimulatedPrometheusResponseFactory.secondsText(millis);
        json.writeStartArray();
        for (var element : vector.elements()) {
            json.writeStartObject();
            json.writeFieldName("metric");
            SimulatedPrometheusResponseFactory.writeLabels(json, element.labels());
            json.writeFieldName("value");
            SimulatedPrometheusResponseFactory.writeSample(json, moment, element.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private PodProxyResponse rangeReply(SimulatedPrometheusQueryParameters queryRequest)
            throws SimulatedPromqlException {
        var expression = SimulatedPromqlParser.parse(queryRequest.requiredParameter("query"));
        var moments = queryRequest.rangeMillis();
        var evaluator = new SimulatedPromqlEvaluator(createScrapes());
        var lines = new HashMap<SortedMap<String, String>, SimulatedSampleSeries>();
        // From the latest to the earliest, because counters are wound back.
        for (var moment : moments.reversed()) {
            for (var element : evaluator.evaluateAt(expression, Math.floorDiv(moment, 1000L)).elements()) {
                lines.computeIfAbsent(element.labels(), labels -> new SimulatedSampleSeries(labels, new ArrayList<>()))
                        .samples().add(new SimulatedSample(moment, element.value()));
            }
        }
        return SimulatedPrometheusResponseFactory.successReply(json -> {
            json.writeStartObject();
            json.writeStringField("resultType", "matrix");
            json.writeFieldName("result");
            json.writeStartArray();
            for (var line : sortLines(lines.values())) {
                line.write(json);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static List<SimulatedSampleSeries> sortLines(Collection<SimulatedSampleSeries> lines) {
        return lines.stream().sorted(Comparator.comparing(line -> line.labels().toString())).toList();
    }

    private record SimulatedSample(long moment, double value) {}

    /** @param samples the latest first */
    private record SimulatedSampleSeries(SortedMap<String, String> labels, List<SimulatedSample> samples) {

        void write(JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeFieldName("metric");
            SimulatedPrometheusResponseFactory.writeLabels(json, labels);
            json.writeFieldName("values");
            json.writeStartArray();
            for (var simulatedSample : samples.reversed()) {
                SimulatedPrometheusResponseFactory.writeSample(json, simulatedSample.moment(), simulatedSample.value());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** Returns the series that exist at the end of the requested time; of all metrics without a selector. */
    private Collection<SortedMap<String, String>> findSeries(SimulatedPrometheusQueryParameters queryRequest)
            throws SimulatedPromqlException {
        var scrapes = createScrapes();
        long end = Math.floorDiv(queryRequest.timeMillis("end", queryRequest.now().toEpochMilli()), 1000L);
        var selectors = queryRequest.seriesSelectors();
        var found = new TreeMap<String, SortedMap<String, String>>();
        for (var selector : selectors.isEmpty() ? List.of(List.<SimulatedPromqlLabelMatcher>of()) : selectors) {
            scrapes.samplesAt(selector, end)
                    .forEach(samplePoint -> found.put(samplePoint.labels().toString(), samplePoint.labels()));
        }
        return found.values();
    }

    private static void writeLabelSets(JsonGenerator json, Collection<SortedMap<String, String>> series)
            throws IOException {
        json.writeStartArray();
        for (var one : series) {
            SimulatedPrometheusResponseFactory.writeLabels(json, one);
        }
        json.writeEndArray();
    }

    private PodProxyResponse metadataReply() {
        var known = new TreeMap<String, SimulatedExporters.MetricMetadata>();
        for (var target : scrapeTargets()) {
            exporters.metricMeanings(target.pod(), target.node())
                    .forEach(meaning -> known.put(meaning.metric(), meaning));
        }
        return SimulatedPrometheusResponseFactory.successReply(json -> {
            json.writeStartObject();
            for (var meaning : known.values()) {
                json.writeArrayFieldStart(meaning.metric());
                SimulatedPrometheusResponseFactory.writeLabels(json,
                        Map.of("type", meaning.type(), "help", meaning.help(), "unit", ""));
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    /** The list of scrape targets. */
    private static final class SimulatedScrapeTargets {

        private SimulatedScrapeTargets() {}

        static PodProxyResponse targetsReply(List<SimulatedScrapeTarget> targets, Instant now) {
            return SimulatedPrometheusResponseFactory.successReply(json -> {
                json.writeStartObject();
                json.writeArrayFieldStart("activeTargets");
                for (var target : targets) {
                    json.writeStartObject();
                    json.writeFieldName("discoveredLabels");
                    SimulatedPrometheusResponseFactory.writeLabels(json, Map.of());
                    json.writeFieldName("labels");
                    SimulatedPrometheusResponseFactory.writeLabels(json, target.labels());
                    json.writeStringField("scrapePool", target.labels().get("job"));
                    json.writeStringField("scrapeUrl", "http://" + target.labels().get("instance") + "/metrics");
                    json.writeStringField("lastError", target.isUp() ? "" : "connect: connection refused");
                    json.writeStringField("lastScrape",
                            Instant.ofEpochSecond(SimulatedClusterTelemetry.samplingSecond(now.getEpochSecond()))
                                    .toString());
                    json.writeStringField("health", target.isUp() ? "up" : "down");
                    json.writeStringField("scrapeInterval", "30s");
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeArrayFieldStart("droppedTargets");
                json.writeEndArray();
                json.writeEndObject();
            });
        }
    }
}

package tessera.demo.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
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
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedReply;
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedRequest;
import tessera.demo.http.QueryParameters;
import tessera.demo.prometheus.promql.LabelMatcher;
import tessera.demo.prometheus.promql.PromqlEvaluator;
import tessera.demo.prometheus.promql.QueryException;
import tessera.demo.prometheus.promql.QueryParser;
import tessera.demo.prometheus.promql.QueryVector;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.exporter.SimulatedExporters;

/**
 * The Prometheus of the simulated cluster. It keeps nothing: the past is worked out from the same signals as the present
 * when somebody asks. Any thread.
 */
public final class SimulatedPrometheus {

    private static final String API = "/api/v1/";
    private static final String PORT = "9090";
    private static final Pattern VALUES = Pattern.compile("label/([^/]+)/values");

    private final ExporterDiscovery discovery;
    private final SimulatedExporters exporters;
    private final ClusterTelemetry signals;
    private final Clock clock;
    private final Predicate<ObjectNode> running;

    /**
     * One that has not been asked yet.
     *
     * @param clock   the cluster's time
     * @param running whether a pod runs on a node that is reached
     */
    public SimulatedPrometheus(StoredObjects objects, SimulatedExporters exporters, ClusterTelemetry signals,
            Clock clock,
            Predicate<ObjectNode> running) {
        discovery = new ExporterDiscovery(objects, exporters, clock);
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
    public Optional<ForwardedReply> answer(ObjectNode pod, String port, ForwardedRequest request) {
        var image = StoreJson.textAt(pod.path("spec").path("containers").path(0), "image");
        if (!image.contains("/prometheus:") || !port.equals(PORT)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/-/ready" -> PrometheusAnswer.textReply(200, "Prometheus Server is Ready.\n");
            case "/-/healthy" -> PrometheusAnswer.textReply(200, "Prometheus Server is Healthy.\n");
            case String path when path.startsWith(API) -> apiReply(path.substring(API.length()), request,
                    image.replaceFirst("^.*:v?", ""));
            default -> PrometheusAnswer.textReply(404, "404 page not found\n");
        });
    }

    private ForwardedReply apiReply(String endpoint, ForwardedRequest request, String version) {
        var form = request.method().equals("POST") ? request.body() : request.query();
        var asked = new QueryRequest(new QueryParameters(form), clock.instant());
        try {
            return switch (endpoint) {
                case "query" -> instantReply(asked);
                case "query_range" -> rangeReply(asked);
                case "series" -> {
                    var all = findSeries(asked);
                    yield PrometheusAnswer.successReply(json -> writeLabelSets(json, all));
                }
                case "labels" -> {
                    var names = new TreeSet<String>();
                    findSeries(asked).forEach(one -> names.addAll(one.keySet()));
                    yield PrometheusAnswer.successReply(json -> PrometheusAnswer.writeTexts(json, names));
                }
                case "rules", "alerts" -> new SimulatedRules(createScrapes()).answer(endpoint, asked.now());
                case "metadata" -> metadataReply();
                case "targets" -> ScrapeTargets.targetsReply(scrapeTargets(), asked.now());
                case "status/buildinfo" ->
                    PrometheusAnswer
                            .successReply(json -> PrometheusAnswer.writeLabels(json, Map.of("version", version)));
                default -> labelValuesReply(endpoint, asked);
            };
        } catch (QueryException why) {
            return PrometheusAnswer.errorReply(why);
        }
    }

    private ForwardedReply labelValuesReply(String endpoint, QueryRequest asked) throws QueryException {
        var matcher = VALUES.matcher(endpoint);
        if (!matcher.matches()) {
            return PrometheusAnswer.textReply(404, "404 page not found\n");
        }
        var values = new TreeSet<String>();
        for (var one : findSeries(asked)) {
            var value = one.get(matcher.group(1));
            if (value != null) {
                values.add(value);
            }
        }
        return PrometheusAnswer.successReply(json -> PrometheusAnswer.writeTexts(json, values));
    }

    private SimulatedScrapes createScrapes() {
        return new SimulatedScrapes(exporters, signals, scrapeTargets(), clock.instant().getEpochSecond());
    }

    /** Returns the exporters of the cluster with whether each of them answers. */
    private List<ScrapeTarget> scrapeTargets() {
        return discovery.exporters().stream()
                .map(exporter -> new ScrapeTarget(exporter.pod(), exporter.node(), exporter.port(),
                        running.test(exporter.pod())
                                && exporters.isReachable(StoreJson.textAt(exporter.node(), "metadata", "name"))))
                .toList();
    }

    private ForwardedReply instantReply(QueryRequest asked) throws QueryException {
        var expression = QueryParser.parse(asked.requiredParameter("query"));
        long moment = asked.timeMillis("time", asked.now().toEpochMilli());
        var vector = new PromqlEvaluator(createScrapes()).evaluateAt(expression, Math.floorDiv(moment, 1000L));
        return PrometheusAnswer.successReply(json -> {
            json.writeStartObject();
            json.writeStringField("resultType", vector.scalar() ? "scalar" : "vector");
            json.writeFieldName("result");
            if (vector.scalar()) {
                PrometheusAnswer.writeSample(json, moment, vector.elements().getFirst().value());
            } else {
                writeElements(json, vector, moment);
            }
            json.writeEndObject();
        });
    }

    private static void writeElements(JsonGenerator json, QueryVector vector, long millis) throws IOException {
        var moment = PrometheusAnswer.secondsText(millis);
        json.writeStartArray();
        for (var element : vector.elements()) {
            json.writeStartObject();
            json.writeFieldName("metric");
            PrometheusAnswer.writeLabels(json, element.labels());
            json.writeFieldName("value");
            PrometheusAnswer.writeSample(json, moment, element.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private ForwardedReply rangeReply(QueryRequest asked) throws QueryException {
        var expression = QueryParser.parse(asked.requiredParameter("query"));
        var moments = asked.rangeMillis();
        var evaluator = new PromqlEvaluator(createScrapes());
        var lines = new HashMap<SortedMap<String, String>, SampleLine>();
        // From the latest to the earliest, because counters are wound back.
        for (var moment : moments.reversed()) {
            for (var element : evaluator.evaluateAt(expression, Math.floorDiv(moment, 1000L)).elements()) {
                lines.computeIfAbsent(element.labels(), labels -> new SampleLine(labels, new ArrayList<>()))
                        .samples().add(new Sample(moment, element.value()));
            }
        }
        return PrometheusAnswer.successReply(json -> {
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

    private static List<SampleLine> sortLines(Collection<SampleLine> lines) {
        return lines.stream().sorted(Comparator.comparing(line -> line.labels().toString())).toList();
    }

    private record Sample(long moment, double value) {}

    /** @param samples the latest first */
    private record SampleLine(SortedMap<String, String> labels, List<Sample> samples) {

        void write(JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeFieldName("metric");
            PrometheusAnswer.writeLabels(json, labels);
            json.writeFieldName("values");
            json.writeStartArray();
            for (var sample : samples.reversed()) {
                PrometheusAnswer.writeSample(json, sample.moment(), sample.value());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** Returns the series that exist at the end of the requested time; of all metrics without a selector. */
    private Collection<SortedMap<String, String>> findSeries(QueryRequest asked) throws QueryException {
        var scrapes = createScrapes();
        long end = Math.floorDiv(asked.timeMillis("end", asked.now().toEpochMilli()), 1000L);
        var selectors = asked.seriesSelectors();
        var found = new TreeMap<String, SortedMap<String, String>>();
        for (var selector : selectors.isEmpty() ? List.of(List.<LabelMatcher>of()) : selectors) {
            scrapes.samplesAt(selector, end).forEach(point -> found.put(point.labels().toString(), point.labels()));
        }
        return found.values();
    }

    private static void writeLabelSets(JsonGenerator json, Collection<SortedMap<String, String>> series)
            throws IOException {
        json.writeStartArray();
        for (var one : series) {
            PrometheusAnswer.writeLabels(json, one);
        }
        json.writeEndArray();
    }

    private ForwardedReply metadataReply() {
        var known = new TreeMap<String, SimulatedExporters.MetricMeaning>();
        for (var target : scrapeTargets()) {
            exporters.metricMeanings(target.pod(), target.node())
                    .forEach(meaning -> known.put(meaning.metric(), meaning));
        }
        return PrometheusAnswer.successReply(json -> {
            json.writeStartObject();
            for (var meaning : known.values()) {
                json.writeArrayFieldStart(meaning.metric());
                PrometheusAnswer.writeLabels(json, Map.of("type", meaning.type(), "help", meaning.help(), "unit", ""));
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }
}

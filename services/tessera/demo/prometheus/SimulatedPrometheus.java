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
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedRequest;
import tessera.demo.api.kubelet.KubeletEndpoint.Reply;
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
     * What it answers.
     *
     * @param port a number
     * @return nothing if the pod is no Prometheus, or nobody listens at that port
     */
    public Optional<Reply> answer(ObjectNode pod, String port, ForwardedRequest request) {
        var image = StoreJson.text(pod.path("spec").path("containers").path(0), "image");
        if (!image.contains("/prometheus:") || !port.equals(PORT)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/-/ready" -> PrometheusAnswer.text(200, "Prometheus Server is Ready.\n");
            case "/-/healthy" -> PrometheusAnswer.text(200, "Prometheus Server is Healthy.\n");
            case String path when path.startsWith(API) -> api(path.substring(API.length()), request,
                    image.replaceFirst("^.*:v?", ""));
            default -> PrometheusAnswer.text(404, "404 page not found\n");
        });
    }

    private Reply api(String endpoint, ForwardedRequest request, String version) {
        var form = request.method().equals("POST") ? request.body() : request.query();
        var asked = new QueryRequest(new QueryParameters(form), clock.instant());
        try {
            return switch (endpoint) {
                case "query" -> instant(asked);
                case "query_range" -> range(asked);
                case "series" -> {
                    var all = series(asked);
                    yield PrometheusAnswer.success(json -> lists(json, all));
                }
                case "labels" -> {
                    var names = new TreeSet<String>();
                    series(asked).forEach(one -> names.addAll(one.keySet()));
                    yield PrometheusAnswer.success(json -> PrometheusAnswer.texts(json, names));
                }
                case "rules", "alerts" -> new SimulatedRules(scrapes()).answer(endpoint, asked.now());
                case "metadata" -> metadata();
                case "targets" -> ScrapeTargets.answer(targets(), asked.now());
                case "status/buildinfo" ->
                    PrometheusAnswer.success(json -> PrometheusAnswer.labels(json, Map.of("version", version)));
                default -> values(endpoint, asked);
            };
        } catch (QueryException why) {
            return PrometheusAnswer.error(why);
        }
    }

    private Reply values(String endpoint, QueryRequest asked) throws QueryException {
        var matcher = VALUES.matcher(endpoint);
        if (!matcher.matches()) {
            return PrometheusAnswer.text(404, "404 page not found\n");
        }
        var values = new TreeSet<String>();
        for (var one : series(asked)) {
            var value = one.get(matcher.group(1));
            if (value != null) {
                values.add(value);
            }
        }
        return PrometheusAnswer.success(json -> PrometheusAnswer.texts(json, values));
    }

    private SimulatedScrapes scrapes() {
        return new SimulatedScrapes(exporters, signals, targets(), clock.instant().getEpochSecond());
    }

    /** The exporters of the cluster, and whether they answer. */
    private List<ScrapeTarget> targets() {
        return discovery.exporters().stream()
                .map(each -> new ScrapeTarget(each.pod(), each.node(), each.port(),
                        running.test(each.pod()) && exporters.listens(StoreJson.text(each.node(), "metadata", "name"))))
                .toList();
    }

    private Reply instant(QueryRequest asked) throws QueryException {
        var expression = QueryParser.parse(asked.required("query"));
        long moment = asked.time("time", asked.now().toEpochMilli());
        var vector = new PromqlEvaluator(scrapes()).at(expression, Math.floorDiv(moment, 1000L));
        return PrometheusAnswer.success(json -> {
            json.writeStartObject();
            json.writeStringField("resultType", vector.scalar() ? "scalar" : "vector");
            json.writeFieldName("result");
            if (vector.scalar()) {
                PrometheusAnswer.sample(json, moment, vector.elements().getFirst().value());
            } else {
                elements(json, vector, moment);
            }
            json.writeEndObject();
        });
    }

    private static void elements(JsonGenerator json, QueryVector vector, long millis) throws IOException {
        var moment = PrometheusAnswer.moment(millis);
        json.writeStartArray();
        for (var element : vector.elements()) {
            json.writeStartObject();
            json.writeFieldName("metric");
            PrometheusAnswer.labels(json, element.labels());
            json.writeFieldName("value");
            PrometheusAnswer.sample(json, moment, element.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private Reply range(QueryRequest asked) throws QueryException {
        var expression = QueryParser.parse(asked.required("query"));
        var moments = asked.moments();
        var evaluator = new PromqlEvaluator(scrapes());
        var lines = new HashMap<SortedMap<String, String>, SampleLine>();
        // From the latest to the earliest, because counters are wound back.
        for (var moment : moments.reversed()) {
            for (var element : evaluator.at(expression, Math.floorDiv(moment, 1000L)).elements()) {
                lines.computeIfAbsent(element.labels(), labels -> new SampleLine(labels, new ArrayList<>()))
                        .samples().add(new Sample(moment, element.value()));
            }
        }
        return PrometheusAnswer.success(json -> {
            json.writeStartObject();
            json.writeStringField("resultType", "matrix");
            json.writeFieldName("result");
            json.writeStartArray();
            for (var line : sorted(lines.values())) {
                line.write(json);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static List<SampleLine> sorted(Collection<SampleLine> lines) {
        return lines.stream().sorted(Comparator.comparing(line -> line.labels().toString())).toList();
    }

    private record Sample(long moment, double value) {}

    /** @param samples the latest first */
    private record SampleLine(SortedMap<String, String> labels, List<Sample> samples) {

        void write(JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeFieldName("metric");
            PrometheusAnswer.labels(json, labels);
            json.writeFieldName("values");
            json.writeStartArray();
            for (var sample : samples.reversed()) {
                PrometheusAnswer.sample(json, sample.moment(), sample.value());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** The series that there are at the end of the time asked for; of all metrics without a selector. */
    private Collection<SortedMap<String, String>> series(QueryRequest asked) throws QueryException {
        var scrapes = scrapes();
        long end = Math.floorDiv(asked.time("end", asked.now().toEpochMilli()), 1000L);
        var selectors = asked.selectors();
        var found = new TreeMap<String, SortedMap<String, String>>();
        for (var selector : selectors.isEmpty() ? List.of(List.<LabelMatcher>of()) : selectors) {
            scrapes.at(selector, end).forEach(point -> found.put(point.labels().toString(), point.labels()));
        }
        return found.values();
    }

    private static void lists(JsonGenerator json, Collection<SortedMap<String, String>> series) throws IOException {
        json.writeStartArray();
        for (var one : series) {
            PrometheusAnswer.labels(json, one);
        }
        json.writeEndArray();
    }

    private Reply metadata() {
        var known = new TreeMap<String, SimulatedExporters.MetricMeaning>();
        for (var target : targets()) {
            exporters.meanings(target.pod(), target.node()).forEach(each -> known.put(each.metric(), each));
        }
        return PrometheusAnswer.success(json -> {
            json.writeStartObject();
            for (var each : known.values()) {
                json.writeArrayFieldStart(each.metric());
                PrometheusAnswer.labels(json, Map.of("type", each.type(), "help", each.help(), "unit", ""));
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }
}

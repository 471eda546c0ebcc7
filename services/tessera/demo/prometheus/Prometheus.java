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
import tessera.demo.api.kubelet.Kubelet.Forwarded;
import tessera.demo.api.kubelet.Kubelet.Reply;
import tessera.demo.http.Query;
import tessera.demo.prometheus.promql.Evaluator;
import tessera.demo.prometheus.promql.Matcher;
import tessera.demo.prometheus.promql.Parser;
import tessera.demo.prometheus.promql.Refused;
import tessera.demo.prometheus.promql.Vector;
import tessera.demo.signal.Signals;
import tessera.demo.signal.exporter.Exporters;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Objects;

/**
 * The Prometheus of the simulated cluster. It keeps nothing: the past is worked out from the same signals as the present
 * when somebody asks. Any thread.
 */
public final class Prometheus {

    private static final String API = "/api/v1/";
    private static final String PORT = "9090";
    private static final Pattern VALUES = Pattern.compile("label/([^/]+)/values");

    private final Discovery discovery;
    private final Exporters exporters;
    private final Signals signals;
    private final Clock clock;
    private final Predicate<ObjectNode> running;

    /**
     * One that has not been asked yet.
     *
     * @param clock   the cluster's time
     * @param running whether a pod runs on a node that is reached
     */
    public Prometheus(Objects objects, Exporters exporters, Signals signals, Clock clock,
            Predicate<ObjectNode> running) {
        discovery = new Discovery(objects, exporters, clock);
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
    public Optional<Reply> answer(ObjectNode pod, String port, Forwarded request) {
        var image = Json.text(pod.path("spec").path("containers").path(0), "image");
        if (!image.contains("/prometheus:") || !port.equals(PORT)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/-/ready" -> Answer.text(200, "Prometheus Server is Ready.\n");
            case "/-/healthy" -> Answer.text(200, "Prometheus Server is Healthy.\n");
            case String path when path.startsWith(API) -> api(path.substring(API.length()), request,
                    image.replaceFirst("^.*:v?", ""));
            default -> Answer.text(404, "404 page not found\n");
        });
    }

    private Reply api(String endpoint, Forwarded request, String version) {
        var form = request.method().equals("POST") ? request.body() : request.query();
        var asked = new Asked(new Query(form), clock.instant());
        try {
            return switch (endpoint) {
                case "query" -> instant(asked);
                case "query_range" -> range(asked);
                case "series" -> {
                    var all = series(asked);
                    yield Answer.success(json -> lists(json, all));
                }
                case "labels" -> {
                    var names = new TreeSet<String>();
                    series(asked).forEach(one -> names.addAll(one.keySet()));
                    yield Answer.success(json -> Answer.texts(json, names));
                }
                case "rules", "alerts" -> new Rules(scrapes()).answer(endpoint, asked.now());
                case "metadata" -> metadata();
                case "targets" -> Targets.answer(targets(), asked.now());
                case "status/buildinfo" -> Answer.success(json -> Answer.labels(json, Map.of("version", version)));
                default -> values(endpoint, asked);
            };
        } catch (Refused why) {
            return Answer.error(why);
        }
    }

    private Reply values(String endpoint, Asked asked) throws Refused {
        var matcher = VALUES.matcher(endpoint);
        if (!matcher.matches()) {
            return Answer.text(404, "404 page not found\n");
        }
        var values = new TreeSet<String>();
        for (var one : series(asked)) {
            var value = one.get(matcher.group(1));
            if (value != null) {
                values.add(value);
            }
        }
        return Answer.success(json -> Answer.texts(json, values));
    }

    private Scrapes scrapes() {
        return new Scrapes(exporters, signals, targets(), clock.instant().getEpochSecond());
    }

    /** The exporters of the cluster, and whether they answer. */
    private List<Target> targets() {
        return discovery.exporters().stream()
                .map(each -> new Target(each.pod(), each.node(), each.port(),
                        running.test(each.pod()) && exporters.listens(Json.text(each.node(), "metadata", "name"))))
                .toList();
    }

    private Reply instant(Asked asked) throws Refused {
        var expression = Parser.parse(asked.required("query"));
        long moment = asked.time("time", asked.now().toEpochMilli());
        var vector = new Evaluator(scrapes()).at(expression, Math.floorDiv(moment, 1000L));
        return Answer.success(json -> {
            json.writeStartObject();
            json.writeStringField("resultType", vector.scalar() ? "scalar" : "vector");
            json.writeFieldName("result");
            if (vector.scalar()) {
                Answer.sample(json, moment, vector.elements().getFirst().value());
            } else {
                elements(json, vector, moment);
            }
            json.writeEndObject();
        });
    }

    private static void elements(JsonGenerator json, Vector vector, long millis) throws IOException {
        var moment = Answer.moment(millis);
        json.writeStartArray();
        for (var element : vector.elements()) {
            json.writeStartObject();
            json.writeFieldName("metric");
            Answer.labels(json, element.labels());
            json.writeFieldName("value");
            Answer.sample(json, moment, element.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private Reply range(Asked asked) throws Refused {
        var expression = Parser.parse(asked.required("query"));
        var moments = asked.moments();
        var evaluator = new Evaluator(scrapes());
        var lines = new HashMap<SortedMap<String, String>, Line>();
        // From the latest to the earliest, because counters are wound back.
        for (var moment : moments.reversed()) {
            for (var element : evaluator.at(expression, Math.floorDiv(moment, 1000L)).elements()) {
                lines.computeIfAbsent(element.labels(), labels -> new Line(labels, new ArrayList<>()))
                        .samples().add(new Sample(moment, element.value()));
            }
        }
        return Answer.success(json -> {
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

    private static List<Line> sorted(Collection<Line> lines) {
        return lines.stream().sorted(Comparator.comparing(line -> line.labels().toString())).toList();
    }

    private record Sample(long moment, double value) {}

    /** @param samples the latest first */
    private record Line(SortedMap<String, String> labels, List<Sample> samples) {

        void write(JsonGenerator json) throws IOException {
            json.writeStartObject();
            json.writeFieldName("metric");
            Answer.labels(json, labels);
            json.writeFieldName("values");
            json.writeStartArray();
            for (var sample : samples.reversed()) {
                Answer.sample(json, sample.moment(), sample.value());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** The series that there are at the end of the time asked for; of all metrics without a selector. */
    private Collection<SortedMap<String, String>> series(Asked asked) throws Refused {
        var scrapes = scrapes();
        long end = Math.floorDiv(asked.time("end", asked.now().toEpochMilli()), 1000L);
        var selectors = asked.selectors();
        var found = new TreeMap<String, SortedMap<String, String>>();
        for (var selector : selectors.isEmpty() ? List.of(List.<Matcher>of()) : selectors) {
            scrapes.at(selector, end).forEach(point -> found.put(point.labels().toString(), point.labels()));
        }
        return found.values();
    }

    private static void lists(JsonGenerator json, Collection<SortedMap<String, String>> series) throws IOException {
        json.writeStartArray();
        for (var one : series) {
            Answer.labels(json, one);
        }
        json.writeEndArray();
    }

    private Reply metadata() {
        var known = new TreeMap<String, Exporters.Meaning>();
        for (var target : targets()) {
            exporters.meanings(target.pod(), target.node()).forEach(each -> known.put(each.metric(), each));
        }
        return Answer.success(json -> {
            json.writeStartObject();
            for (var each : known.values()) {
                json.writeArrayFieldStart(each.metric());
                Answer.labels(json, Map.of("type", each.type(), "help", each.help(), "unit", ""));
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }
}

package tessera.metrics.prometheus.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.model.ProblemException;

/**
 * Reads responses of one kind while they arrive. What it does not know it skips; what is not of the type that the
 * protocol promises is a failure, as is whatever did not come from a Prometheus. Safe for use by several threads.
 */
public final class PrometheusResponseReader<T> {

    private static final JsonFactory JSON = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    private static final int LARGEST_PAGE = 16 << 10;

    private final Supplier<DataReader<T>> data;

    /** Reads the data of a response; used once. */
    @FunctionalInterface
    interface DataReader<T> {

        /**
         * Reads the data, at whose beginning the walk stands.
         *
         * @param infos takes what there is to say about the reading
         */
        T readData(JsonStreamReader walk, List<String> infos) throws IOException;
    }

    private PrometheusResponseReader(Supplier<DataReader<T>> data) {
        this.data = data;
    }

    public static PrometheusResponseReader<InstantVector> instantVector() {
        return new PrometheusResponseReader<>(InstantVectorReader::new);
    }

    public static PrometheusResponseReader<RangeVector> rangeVector(QueryTimeRange span) {
        return new PrometheusResponseReader<>(() -> new RangeVectorReader(span));
    }

    public static PrometheusResponseReader<List<String>> textList() {
        return new PrometheusResponseReader<>(() -> (walk, _) -> List.copyOf(walk.readTexts()));
    }

    /** Returns a reader for the labels of series, their names among them. */
    public static PrometheusResponseReader<List<SeriesLabelSet>> series() {
        return new PrometheusResponseReader<>(() -> (walk, _) -> {
            var all = new ArrayList<SeriesLabelSet>();
            walk.readArray(() -> {
                var labels = walk.readTextMap();
                all.add(SeriesLabelSet.of(List.copyOf(labels.keySet()), List.copyOf(labels.values())));
            });
            return List.copyOf(all);
        });
    }

    public static PrometheusResponseReader<List<PrometheusRuleGroup>> rules() {
        return new PrometheusResponseReader<>(() -> (walk, _) -> List.copyOf(RulesResponseReader.readGroups(walk)));
    }

    public static PrometheusResponseReader<List<PrometheusReportedAlert>> alerts() {
        return new PrometheusResponseReader<>(() -> (walk, _) -> List.copyOf(RulesResponseReader.readAlerts(walk)));
    }

    public static PrometheusResponseReader<PrometheusBuildInfo> buildInfo() {
        return new PrometheusResponseReader<>(() -> (walk, _) -> {
            var texts = new ArrayList<>(List.of("", ""));
            walk.readObject(name -> {
                switch (name) {
                    case "version" -> texts.set(0, walk.readText());
                    case "revision" -> texts.set(1, walk.readText());
                    default -> walk.skipValue();
                }
            });
            return new PrometheusBuildInfo(texts.get(0), texts.get(1));
        });
    }

    /**
     * Reads a response.
     *
     * @param text    what was asked for, as a phrase
     * @param timeout how long the server may be silent
     * @throws IOException when the connection breaks off
     * @throws ProblemException     when the answer is a refusal, or none of a Prometheus
     */
    public PrometheusQueryResult<T> read(PrometheusResponse reply, String text, Duration timeout)
            throws IOException, ProblemException {
        var verdict = new PrometheusResponseProblem(reply, text);
        if (reply.isRedirect()) {
            throw verdict.redirectFailure();
        }
        try {
            var body = new BufferedInputStream(new LimitedResponseBody(reply.body(), timeout));
            if (!startsAsJson(body)) {
                throw verdict.notJson(new String(body.readNBytes(LARGEST_PAGE), StandardCharsets.UTF_8));
            }
            return new ResponseEnvelope().read(body, verdict);
        } catch (JsonProcessingException e) {
            throw verdict.malformed("It is not JSON: " + e.getOriginalMessage());
        } catch (MalformedResponseException e) {
            throw verdict.malformed(String.valueOf(e.getMessage()));
        } catch (ResponseTooLargeException e) {
            throw new ProblemException(e.problem(), e);
        }
    }

    private static boolean startsAsJson(BufferedInputStream body) throws IOException {
        body.mark(64);
        int first = body.read();
        for (int i = 0; i < 60 && (first == ' ' || first == '\n' || first == '\r' || first == '\t'); i++) {
            first = body.read();
        }
        body.reset();
        return first == '{';
    }

    /** The envelope around every response. */
    private final class ResponseEnvelope {

        private String status = "";
        private String errorType = "";
        private String error = "";
        private String message = "";
        private List<String> warnings = List.of();
        private List<String> infos = List.of();
        private @Nullable T found;

        PrometheusQueryResult<T> read(InputStream body, PrometheusResponseProblem verdict)
                throws IOException, ProblemException {
            var noted = new ArrayList<String>();
            try (var parser = JSON.createParser(body)) {
                parser.nextToken();
                var walk = new JsonStreamReader(parser);
                walk.readObject(name -> readField(name, walk, noted));
            }
            if (status.equals("error")) {
                throw verdict.serverError(errorType, error);
            }
            if (!status.equals("success")) {
                throw verdict.notPrometheus(error.isEmpty() ? message : error);
            }
            if (found == null) {
                throw verdict.malformed("It has no data");
            }
            noted.addAll(0, infos);
            return new PrometheusQueryResult<>(found, warnings, noted);
        }

        private void readField(String name, JsonStreamReader walk, List<String> noted) throws IOException {
            switch (name) {
                case "status" -> status = walk.readText();
                case "errorType" -> errorType = walk.readText();
                case "error" -> error = walk.readText();
                // How API servers and gateways put it.
                case "message" -> message = walk.readOptionalText();
                case "warnings" -> warnings = walk.readTexts();
                case "infos" -> infos = walk.readTexts();
                case "data" -> {
                    if (status.equals("error")) {
                        walk.skipValue();
                    } else {
                        found = data.get().readData(walk, noted);
                    }
                }
                default -> walk.skipValue();
            }
        }
    }
}

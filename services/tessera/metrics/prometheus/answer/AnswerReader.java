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
import tessera.metrics.exposition.LabelSet;
import tessera.model.Failure;

/**
 * Reads answers of one kind while they arrive. What it does not know it skips; what is not of the type that the
 * protocol promises is a failure, as is whatever did not come from a Prometheus. Safe for use by several threads.
 */
public final class AnswerReader<T> {

    private static final JsonFactory JSON = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    private static final int LARGEST_PAGE = 16 << 10;

    private final Supplier<DataReader<T>> data;

    /** Reads what an answer is about; used once. */
    @FunctionalInterface
    interface DataReader<T> {

        /**
         * Reads the data, at whose beginning the walk stands.
         *
         * @param infos takes what there is to say about the reading
         */
        T read(JsonWalk walk, List<String> infos) throws IOException;
    }

    private AnswerReader(Supplier<DataReader<T>> data) {
        this.data = data;
    }

    public static AnswerReader<InstantVector> instantVector() {
        return new AnswerReader<>(InstantData::new);
    }

    public static AnswerReader<RangeVector> rangeVector(StepRange span) {
        return new AnswerReader<>(() -> new RangeData(span));
    }

    public static AnswerReader<List<String>> texts() {
        return new AnswerReader<>(() -> (walk, _) -> List.copyOf(walk.texts()));
    }

    /** The labels of series, their names among them. */
    public static AnswerReader<List<LabelSet>> series() {
        return new AnswerReader<>(() -> (walk, _) -> {
            var all = new ArrayList<LabelSet>();
            walk.array(() -> {
                var labels = walk.textByName();
                all.add(LabelSet.of(List.copyOf(labels.keySet()), List.copyOf(labels.values())));
            });
            return List.copyOf(all);
        });
    }

    public static AnswerReader<List<RuleGroup>> rules() {
        return new AnswerReader<>(() -> (walk, _) -> List.copyOf(RuleData.groups(walk)));
    }

    public static AnswerReader<List<ReportedAlert>> alerts() {
        return new AnswerReader<>(() -> (walk, _) -> List.copyOf(RuleData.alerts(walk)));
    }

    public static AnswerReader<BuildInfo> buildInfo() {
        return new AnswerReader<>(() -> (walk, _) -> {
            var texts = new ArrayList<>(List.of("", ""));
            walk.object(name -> {
                switch (name) {
                    case "version" -> texts.set(0, walk.text());
                    case "revision" -> texts.set(1, walk.text());
                    default -> walk.skip();
                }
            });
            return new BuildInfo(texts.get(0), texts.get(1));
        });
    }

    /**
     * Reads an answer.
     *
     * @param words    what was asked for, as a phrase
     * @param patience how long the server may be silent
     * @throws IOException when the connection breaks off
     * @throws Failure     when the answer is a refusal, or none of a Prometheus
     */
    public PrometheusResult<T> read(PrometheusResponse reply, String words, Duration patience)
            throws IOException, Failure {
        var verdict = new ResponseProblem(reply, words);
        if (reply.leadsElsewhere()) {
            throw verdict.elsewhere();
        }
        try {
            var body = new BufferedInputStream(new BoundedBody(reply.body(), patience));
            if (!startsAsJson(body)) {
                throw verdict.page(new String(body.readNBytes(LARGEST_PAGE), StandardCharsets.UTF_8));
            }
            return new Envelope().read(body, verdict);
        } catch (JsonProcessingException e) {
            throw verdict.garbled("It is not JSON: " + e.getOriginalMessage());
        } catch (MalformedResponseException e) {
            throw verdict.garbled(String.valueOf(e.getMessage()));
        } catch (ResponseTooLargeException e) {
            throw new Failure(e.problem(), e);
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

    /** What is around every answer. */
    private final class Envelope {

        private String status = "";
        private String errorType = "";
        private String error = "";
        private String message = "";
        private List<String> warnings = List.of();
        private List<String> infos = List.of();
        private @Nullable T found;

        PrometheusResult<T> read(InputStream body, ResponseProblem verdict) throws IOException, Failure {
            var noted = new ArrayList<String>();
            try (var parser = JSON.createParser(body)) {
                parser.nextToken();
                var walk = new JsonWalk(parser);
                walk.object(name -> field(name, walk, noted));
            }
            if (status.equals("error")) {
                throw verdict.refused(errorType, error);
            }
            if (!status.equals("success")) {
                throw verdict.stranger(error.isEmpty() ? message : error);
            }
            if (found == null) {
                throw verdict.garbled("It has no data");
            }
            noted.addAll(0, infos);
            return new PrometheusResult<>(found, warnings, noted);
        }

        private void field(String name, JsonWalk walk, List<String> noted) throws IOException {
            switch (name) {
                case "status" -> status = walk.text();
                case "errorType" -> errorType = walk.text();
                case "error" -> error = walk.text();
                // How API servers and gateways put it.
                case "message" -> message = walk.anyText();
                case "warnings" -> warnings = walk.texts();
                case "infos" -> infos = walk.texts();
                case "data" -> {
                    if (status.equals("error")) {
                        walk.skip();
                    } else {
                        found = data.get().read(walk, noted);
                    }
                }
                default -> walk.skip();
            }
        }
    }
}

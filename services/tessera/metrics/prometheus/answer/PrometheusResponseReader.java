package tessera.metrics.prometheus.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.EnvelopeFault;
import tessera.metrics.prometheus.answer.PrometheusResponseReason.HistogramsSkipped;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.OptionalText;

/**
 * Reads responses of one kind while they arrive. What it does not know it skips; what is not of the type that the
 * protocol promises is a failure, as is whatever did not come from a Prometheus. Safe for use by several threads.
 */
public final class PrometheusResponseReader<T> {

    private static final JsonFactory JSON = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    private static final int LARGEST_PAGE = 16 << 10;

    private final Supplier<PrometheusDataReader<T>> data;

    /** Reads the data of a response; used once. */
    @FunctionalInterface
    interface PrometheusDataReader<T> {

        /**
         * Reads the data, at whose beginning the walk stands.
         *
         * @param infos takes what there is to say about the reading
         */
        T readData(JsonStreamReader reader, List<String> infos) throws IOException;
    }

    private PrometheusResponseReader(Supplier<PrometheusDataReader<T>> data) {
        this.data = data;
    }

    public static PrometheusResponseReader<InstantVector> instantVector() {
        return new PrometheusResponseReader<>(InstantVectorReader::new);
    }

    public static PrometheusResponseReader<RangeVector> rangeVector(QueryTimeRange timeRange) {
        return new PrometheusResponseReader<>(() -> new RangeVectorReader(timeRange));
    }

    private static <T> PrometheusResponseReader<T> stateless(PrometheusDataReader<T> data) {
        return new PrometheusResponseReader<>(() -> data);
    }

    public static PrometheusResponseReader<List<String>> textList() {
        return stateless((reader, _) -> List.copyOf(reader.readTexts()));
    }

    /** Returns a reader for the labels of series, their names among them. */
    public static PrometheusResponseReader<List<SeriesLabelSet>> series() {
        return stateless((reader, _) -> readSeries(reader));
    }

    private static List<SeriesLabelSet> readSeries(JsonStreamReader reader) throws IOException {
        var all = new ArrayList<SeriesLabelSet>();
        reader.readArray(() -> {
            var labels = reader.readTextMap();
            all.add(SeriesLabelSet.of(List.copyOf(labels.keySet()), List.copyOf(labels.values())));
        });
        return List.copyOf(all);
    }

    public static PrometheusResponseReader<List<PrometheusRuleGroup>> rules() {
        return stateless((reader, _) -> List.copyOf(PrometheusRulesReader.readGroups(reader)));
    }

    public static PrometheusResponseReader<List<PrometheusReportedAlert>> alerts() {
        return stateless((reader, _) -> List.copyOf(PrometheusRulesReader.readAlerts(reader)));
    }

    public static PrometheusResponseReader<PrometheusBuildInfo> buildInfo() {
        return stateless((reader, _) -> readBuildInfo(reader));
    }

    private static PrometheusBuildInfo readBuildInfo(JsonStreamReader reader) throws IOException {
        var texts = new ArrayList<>(List.of("", ""));
        reader.readObject(name -> {
            switch (name) {
                case "version" -> texts.set(0, reader.readText());
                case "revision" -> texts.set(1, reader.readText());
                default -> reader.skipValue();
            }
        });
        return new PrometheusBuildInfo(texts.get(0), texts.get(1));
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
        var responseProblem = new PrometheusErrorTranslator(reply, text);
        if (reply.isRedirect()) {
            throw responseProblem.redirectFailure();
        }
        try {
            var body = new BufferedInputStream(new LimitedResponseBody(reply.body(), timeout));
            if (!startsAsJson(body)) {
                throw responseProblem.notJson(new String(body.readNBytes(LARGEST_PAGE), StandardCharsets.UTF_8));
            }
            return new ResponseEnvelopeReader().read(body, responseProblem);
        } catch (JsonProcessingException e) {
            throw responseProblem
                    .malformed(new PrometheusResponseReason.PrometheusResponseNotJson(e.getOriginalMessage()).text());
        } catch (MalformedPrometheusResponseException e) {
            throw responseProblem.malformed(String.valueOf(e.getMessage()));
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
    private final class ResponseEnvelopeReader {

        private String status = "";
        private String errorType = "";
        private String error = "";
        private String message = "";
        private List<String> warnings = List.of();
        private List<String> infos = List.of();
        private @Nullable T result;

        PrometheusQueryResult<T> read(InputStream body, PrometheusErrorTranslator responseProblem)
                throws IOException, ProblemException {
            var noted = new ArrayList<String>();
            try (var parser = JSON.createParser(body)) {
                parser.nextToken();
                var reader = new JsonStreamReader(parser);
                reader.readObject(name -> readField(name, reader, noted));
            }
            if (status.equals("error")) {
                throw responseProblem.serverError(errorType, error);
            }
            if (!status.equals("success")) {
                throw responseProblem.notPrometheus(OptionalText.orElse(error, message));
            }
            if (result == null) {
                throw responseProblem.malformed(EnvelopeFault.NO_DATA.text());
            }
            noted.addAll(0, infos);
            return new PrometheusQueryResult<>(result, warnings, noted);
        }

        private void readField(String name, JsonStreamReader reader, List<String> noted) throws IOException {
            switch (name) {
                case "status" -> status = reader.readText();
                case "errorType" -> errorType = reader.readText();
                case "error" -> error = reader.readText();
                // How API servers and gateways put it.
                case "message" -> message = reader.readOptionalText();
                case "warnings" -> warnings = reader.readTexts();
                case "infos" -> infos = reader.readTexts();
                case "data" -> {
                    if (status.equals("error")) {
                        reader.skipValue();
                    } else {
                        result = data.get().readData(reader, noted);
                    }
                }
                default -> reader.skipValue();
            }
        }
    }

    /** Reads the values of series at one time, or a lone number. */
    private static final class InstantVectorReader
            implements
                PrometheusResponseReader.PrometheusDataReader<InstantVector> {

        private final PrometheusSeriesLabelReader labels = new PrometheusSeriesLabelReader();
        private final InstantVector.InstantVectorBuilder draft = new InstantVector.InstantVectorBuilder();
        private int histograms;
        private long moment;
        private PrometheusSeriesLabelReader.MetricNameAndLabels series = PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING;
        private double value;
        private boolean valued;
        private boolean histogramSeen;

        @Override
        public InstantVector readData(JsonStreamReader reader, List<String> infos) throws IOException {
            reader.readObject(name -> {
                switch (name) {
                    case "resultType" -> reader.readText();
                    case "result" -> reader.readArray(() -> readElement(reader));
                    default -> reader.skipValue();
                }
            });
            RangeVectorReader.noteLeftOut(histograms, infos);
            return draft.build();
        }

        private void readElement(JsonStreamReader reader) throws IOException {
            if (reader.isAtObject()) {
                readSeries(reader);
            } else if (reader.isAtNumber()) {
                moment = reader.readEpochMillis();
            } else {
                draft.add(PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING, moment, reader.readSampleValue());
            }
        }

        private void readSeries(JsonStreamReader reader) throws IOException {
            series = PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING;
            histogramSeen = false;
            valued = false;
            reader.readObject(name -> {
                switch (name) {
                    case "metric" -> series = labels.read(reader);
                    case "value" -> reader.readPair((at, number) -> {
                        moment = at;
                        value = number;
                        valued = true;
                    });
                    case "histogram" -> {
                        histograms++;
                        histogramSeen = true;
                        reader.skipValue();
                    }
                    default -> reader.skipValue();
                }
            });
            if (valued) {
                draft.add(series, moment, value);
            } else if (!histogramSeen) {
                throw reader.missingField("value");
            }
        }
    }

    /** A response body limited in size and time. */
    private static final class LimitedResponseBody extends FilterInputStream {

        static final long LARGEST = 64L << 20;
        /** An answer may be silent for a while again and again. */
        private static final int SILENCES = 4;

        private final long startNanos = System.nanoTime();
        private final long longest;
        private long remaining = LARGEST;

        LimitedResponseBody(InputStream body, Duration timeout) {
            super(body);
            longest = timeout.multipliedBy(SILENCES).toNanos();
        }

        @Override
        public int read() throws IOException {
            return countBytes(super.read(), 1);
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int read = super.read(target, from, length);
            return countBytes(read, read);
        }

        private int countBytes(int result, int bytes) throws IOException {
            if (result < 0) {
                return result;
            }
            remaining -= bytes;
            if (remaining < 0) {
                throw new ResponseTooLargeException(Problem.of(OperationProblemKind.INVALID,
                        new PrometheusResponseReason.PrometheusResponseTooLarge((int) (LARGEST >> 20))));
            }
            if (System.nanoTime() - startNanos > longest) {
                throw new ResponseTooLargeException(Problem.of(OperationProblemKind.TIMEOUT,
                        new PrometheusResponseReason.PrometheusResponseTooSlow()));
            }
            return result;
        }
    }

    /** Reads the values of series over a range of time. */
    private static final class RangeVectorReader implements PrometheusResponseReader.PrometheusDataReader<RangeVector> {

        /** Eight bytes each. */
        private static final long MOST_VALUES = 4_000_000;

        private final QueryTimeRange timeRange;
        private final PrometheusSeriesLabelReader labels = new PrometheusSeriesLabelReader();
        private final List<RangeVector.RangeSeries> lines = new ArrayList<>();
        private int histograms;
        private PrometheusSeriesLabelReader.MetricNameAndLabels series = PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING;
        private boolean valued;
        private boolean histogramSeen;

        RangeVectorReader(QueryTimeRange timeRange) {
            this.timeRange = timeRange;
        }

        @Override
        public RangeVector readData(JsonStreamReader reader, List<String> infos) throws IOException {
            reader.readObject(name -> {
                switch (name) {
                    case "resultType" -> reader.readText();
                    case "result" -> reader.readArray(() -> readSeries(reader));
                    default -> reader.skipValue();
                }
            });
            noteLeftOut(histograms, infos);
            return new RangeVector(timeRange, lines);
        }

        /** Adds notes on what was left out. */
        static void noteLeftOut(int histograms, List<String> infos) {
            if (histograms > 0) {
                infos.add(new HistogramsSkipped(histograms).text());
            }
        }

        private void readSeries(JsonStreamReader reader) throws IOException {
            if ((lines.size() + 1L) * timeRange.pointCount() > MOST_VALUES) {
                throw new ResponseTooLargeException(Problem.of(OperationProblemKind.INVALID,
                        new PrometheusResponseReason.QueryResultTooLarge(MOST_VALUES)));
            }
            series = PrometheusSeriesLabelReader.MetricNameAndLabels.NOTHING;
            histogramSeen = false;
            var values = new double[timeRange.pointCount()];
            Arrays.fill(values, Double.NaN);
            valued = false;
            reader.readObject(name -> {
                switch (name) {
                    case "metric" -> series = labels.read(reader);
                    case "values" -> {
                        valued = true;
                        reader.readArray(() -> reader.readPair((moment, value) -> putNearest(values, moment, value)));
                    }
                    case "histograms" -> {
                        histogramSeen = true;
                        reader.skipValue();
                    }
                    default -> reader.skipValue();
                }
            });
            if (valued) {
                lines.add(new RangeVector.RangeSeries(series, values));
            } else if (histogramSeen) {
                histograms++;
            } else {
                throw reader.missingField("values");
            }
        }

        /** Stores a value at the nearest step: some servers shift the times a little, and return one more than requested. */
        private void putNearest(double[] values, long moment, double value) {
            long point = timeRange.nearestPoint(moment);
            if (point >= 0 && point < values.length) {
                values[(int) point] = value;
            }
        }
    }
}

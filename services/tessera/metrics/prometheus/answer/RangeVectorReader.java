package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** Reads the values of series over a range of time. */
final class RangeVectorReader implements PrometheusResponseReader.PrometheusDataReader<RangeVector> {

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
            infos.add(histograms == 1 ? "One series is a histogram and is left out"
                    : "%,d series are histograms and are left out".formatted(histograms));
        }
    }

    private void readSeries(JsonStreamReader reader) throws IOException {
        if ((lines.size() + 1L) * timeRange.pointCount() > MOST_VALUES) {
            throw new ResponseTooLargeException(
                    new Problem(OperationProblemKind.INVALID,
                            "The query gives more than %,d values".formatted(MOST_VALUES), "",
                            "Ask for fewer series, or for fewer points."));
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

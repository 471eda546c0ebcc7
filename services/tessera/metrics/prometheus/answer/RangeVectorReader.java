package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Reads the values of series over a range of time. */
final class RangeVectorReader implements PrometheusResponseReader.DataReader<RangeVector> {

    /** Eight bytes each. */
    private static final long MOST_VALUES = 4_000_000;

    private final QueryTimeRange span;
    private final PrometheusSeriesLabelReader labels = new PrometheusSeriesLabelReader();
    private final List<RangeVector.RangeSeries> lines = new ArrayList<>();
    private int histograms;
    private PrometheusSeriesLabelReader.NamedLabels series = PrometheusSeriesLabelReader.NamedLabels.NOTHING;
    private boolean valued;
    private boolean told;

    RangeVectorReader(QueryTimeRange span) {
        this.span = span;
    }

    @Override
    public RangeVector readData(JsonStreamReader walk, List<String> infos) throws IOException {
        walk.readObject(name -> {
            switch (name) {
                case "resultType" -> walk.readText();
                case "result" -> walk.readArray(() -> readSeries(walk));
                default -> walk.skipValue();
            }
        });
        noteLeftOut(histograms, infos);
        return new RangeVector(span, lines);
    }

    /** Adds notes on what was left out. */
    static void noteLeftOut(int histograms, List<String> infos) {
        if (histograms > 0) {
            infos.add(histograms == 1 ? "One series is a histogram and is left out"
                    : "%,d series are histograms and are left out".formatted(histograms));
        }
    }

    private void readSeries(JsonStreamReader walk) throws IOException {
        if ((lines.size() + 1L) * span.pointCount() > MOST_VALUES) {
            throw new ResponseTooLargeException(
                    new Problem(ProblemKind.INVALID, "The query gives more than %,d values".formatted(MOST_VALUES), "",
                            "Ask for fewer series, or for fewer points."));
        }
        series = PrometheusSeriesLabelReader.NamedLabels.NOTHING;
        told = false;
        var values = new double[span.pointCount()];
        Arrays.fill(values, Double.NaN);
        valued = false;
        walk.readObject(name -> {
            switch (name) {
                case "metric" -> series = labels.read(walk);
                case "values" -> {
                    valued = true;
                    walk.readArray(() -> walk.readPair((moment, value) -> putNearest(values, moment, value)));
                }
                case "histograms" -> {
                    told = true;
                    walk.skipValue();
                }
                default -> walk.skipValue();
            }
        });
        if (valued) {
            lines.add(new RangeVector.RangeSeries(series, values));
        } else if (told) {
            histograms++;
        } else {
            throw walk.missingField("values");
        }
    }

    /** Stores a value at the nearest step: some servers shift the times a little, and return one more than requested. */
    private void putNearest(double[] values, long moment, double value) {
        long point = span.nearestPoint(moment);
        if (point >= 0 && point < values.length) {
            values[(int) point] = value;
        }
    }
}

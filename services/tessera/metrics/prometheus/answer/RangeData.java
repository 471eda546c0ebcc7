package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Reads the values of series over a time. */
final class RangeData implements AnswerReader.DataReader<RangeVector> {

    /** Eight bytes each. */
    private static final long MOST_VALUES = 4_000_000;

    private final StepRange span;
    private final SeriesLabels labels = new SeriesLabels();
    private final List<RangeVector.RangeLine> lines = new ArrayList<>();
    private int histograms;
    private SeriesLabels.NamedLabels series = SeriesLabels.NamedLabels.NOTHING;
    private boolean valued;
    private boolean told;

    RangeData(StepRange span) {
        this.span = span;
    }

    @Override
    public RangeVector read(JsonWalk walk, List<String> infos) throws IOException {
        walk.object(name -> {
            switch (name) {
                case "resultType" -> walk.text();
                case "result" -> walk.array(() -> series(walk));
                default -> walk.skip();
            }
        });
        tell(histograms, infos);
        return new RangeVector(span, lines);
    }

    /** Says what was left out. */
    static void tell(int histograms, List<String> infos) {
        if (histograms > 0) {
            infos.add(histograms == 1 ? "One series is a histogram and is left out"
                    : "%,d series are histograms and are left out".formatted(histograms));
        }
    }

    private void series(JsonWalk walk) throws IOException {
        if ((lines.size() + 1L) * span.points() > MOST_VALUES) {
            throw new ResponseTooLargeException(
                    new Problem(ProblemKind.INVALID, "The query gives more than %,d values".formatted(MOST_VALUES), "",
                            "Ask for fewer series, or for fewer points."));
        }
        series = SeriesLabels.NamedLabels.NOTHING;
        told = false;
        var values = new double[span.points()];
        Arrays.fill(values, Double.NaN);
        valued = false;
        walk.object(name -> {
            switch (name) {
                case "metric" -> series = labels.read(walk);
                case "values" -> {
                    valued = true;
                    walk.array(() -> walk.pair((moment, value) -> put(values, moment, value)));
                }
                case "histograms" -> {
                    told = true;
                    walk.skip();
                }
                default -> walk.skip();
            }
        });
        if (valued) {
            lines.add(new RangeVector.RangeLine(series, values));
        } else if (told) {
            histograms++;
        } else {
            throw walk.missing("values");
        }
    }

    /** Some servers move the moments a little, and answer for one more than was asked. */
    private void put(double[] values, long moment, double value) {
        long point = span.nearest(moment);
        if (point >= 0 && point < values.length) {
            values[(int) point] = value;
        }
    }
}

package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.prometheus.answer.PrometheusQueryResult;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;
import tessera.ui.metrics.MetricChartLine.ChartedDeviceFact;

/** Builds a chart of any series from a Prometheus. One thread, once. */
final class PrometheusSeriesChartBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusSeriesChartBuilder.class);
    private static final int MOST = 64;
    private static final int INKS = 8;

    private final ChartedMeasure measure;
    private final String caption;
    private final QueryTimeRange timeRange;
    private final List<DrawnSeries> all = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final ExporterMetricCatalog catalogue = ExporterMetricCatalog.bundled();
    private long infinite;
    private long blankCount;

    /** A series with its legend and its drawable values. */
    private record DrawnSeries(RangeVector.RangeSeries rangeSeries, String legend, FixedStepSeries series) {}

    PrometheusSeriesChartBuilder(ChartedMeasure measure, String caption, QueryTimeRange timeRange) {
        this.measure = measure;
        this.caption = caption;
        this.timeRange = timeRange;
    }

    /** @param legend what it is called; empty for by its labels */
    void addSeries(RangeVector.RangeSeries rangeSeries, String legend) {
        var values = new float[rangeSeries.size()];
        for (int point = 0; point < values.length; point++) {
            values[point] = drawableValue(rangeSeries.name(), rangeSeries.valueAt(point));
        }
        all.add(new DrawnSeries(rangeSeries, legend, new FixedStepSeries(timeRange.start(), timeRange.step(), values)));
    }

    private float drawableValue(String name, double value) {
        if (Double.isNaN(value)) {
            return Float.NaN;
        }
        if (Double.isInfinite(value)) {
            infinite++;
            return Float.NaN;
        }
        boolean nothing = catalogue.isBlankValue(name, value);
        blankCount += nothing ? 1 : 0;
        return nothing ? Float.NaN : (float) value;
    }

    void addNote(String text) {
        notes.add(text);
    }

    PromqlResultChart createAnswer(ChartTimeFrame frame, boolean zoomed) {
        var shown = all.stream().filter(each -> !each.series().isEmpty())
                .sorted(Comparator.comparingDouble((DrawnSeries each) -> -each.series().max())).limit(MOST).toList();
        var lines = createLines(shown);
        var series = shown.stream().map(DrawnSeries::series).toList();
        var panel = new MetricChartState(measure, caption, scaleFor(series), series, List.of());
        var metricsScreenCharts = lines.isEmpty() ? MetricsScreenCharts.empty(frame)
                : new MetricsScreenCharts(frame, zoomed, Optional.empty(), lines, List.of(panel), List.of(),
                        timeRange.step().multipliedBy(2), all.size() - shown.size(), "");
        return new PromqlResultChart(metricsScreenCharts, remarkText(shown.size()));
    }

    private ChartValueAxis scaleFor(List<FixedStepSeries> series) {
        double minimum = measure.toChartUnit(series.stream().mapToDouble(FixedStepSeries::min).min().orElse(0));
        double greatest = measure.toChartUnit(series.stream().mapToDouble(FixedStepSeries::max).max().orElse(1));
        double low = minimum > 0 && minimum < greatest / 2 ? 0 : minimum;
        double air = 0;
        if (greatest == low) {
            air = Math.max(Math.abs(greatest), 1) * 0.1;
        }
        return ChartValueAxis.around(low == 0 ? 0 : low - air, greatest + air, 6);
    }

    private String remarkText(int shown) {
        var texts = new ArrayList<>(List.of(MESSAGES.text("result.step", AgeFormatter.brief(timeRange.step()))));
        texts.add(
                all.size() > shown ? MESSAGES.text("result.someSeries", shown, GroupedNumberFormatter.count(all.size()))
                        : MESSAGES.text("result.series", shown));
        if (infinite > 0) {
            texts.add(MESSAGES.text("result.infinite", infinite));
        }
        if (blankCount > 0) {
            texts.add(MESSAGES.text("result.blank", blankCount));
        }
        texts.addAll(notes);
        return String.join("  ·  ", texts);
    }

    private static List<MetricChartLine> createLines(List<DrawnSeries> shown) {
        var telling = distinguishingLabels(shown);
        return IntStream.range(0, shown.size()).mapToObj(number -> {
            var drawn = shown.get(number);
            var rangeSeries = drawn.rangeSeries();
            return new MetricChartLine(rangeSeries.name() + rangeSeries.labels() + drawn.legend(),
                    Integer.toString(number + 1),
                    drawn.legend().isEmpty() ? seriesTitle(rangeSeries, telling) : drawn.legend(), number % INKS,
                    labelFacts(rangeSeries));
        }).toList();
    }

    private static List<ChartedDeviceFact> labelFacts(RangeVector.RangeSeries rangeSeries) {
        var labels = rangeSeries.labels();
        var facts = new ArrayList<ChartedDeviceFact>();
        if (!rangeSeries.name().isEmpty()) {
            facts.add(new ChartedDeviceFact("__name__", rangeSeries.name()));
        }
        IntStream.range(0, labels.size())
                .forEach(at -> facts.add(new ChartedDeviceFact(labels.name(at), labels.value(at))));
        return facts;
    }

    /** Returns the labels that differ between series. */
    private static Set<String> distinguishingLabels(List<DrawnSeries> shown) {
        var values = new HashMap<String, Set<String>>();
        var count = new HashMap<String, Integer>();
        for (var series : shown) {
            var labels = series.rangeSeries().labels();
            for (int at = 0; at < labels.size(); at++) {
                values.computeIfAbsent(labels.name(at), _ -> new HashSet<>()).add(labels.value(at));
                count.merge(labels.name(at), 1, Integer::sum);
            }
        }
        return values.entrySet().stream()
                .filter(label -> label.getValue().size() > 1 || count.getOrDefault(label.getKey(), 0) < shown.size())
                .map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static String seriesTitle(RangeVector.RangeSeries rangeSeries, Set<String> telling) {
        var labels = rangeSeries.labels();
        var text = IntStream.range(0, labels.size()).filter(at -> telling.contains(labels.name(at)))
                .mapToObj(at -> labels.name(at) + "=" + labels.value(at)).collect(Collectors.joining(", "));
        if (text.isEmpty()) {
            if (rangeSeries.name().isEmpty()) {
                return MESSAGES.text("result.value");
            }
            return rangeSeries.name();
        }
        return text;
    }

    /**
     * The answer to a query over a time, as it is drawn.
     *
     * @param chart  of at most 64 series, those with the greatest values
     * @param note how close values lie, what is left out, what the server warns of
     */
    record PromqlResultChart(MetricsScreenCharts chart, String note) {

        static PromqlResultChart of(String query, ChartTimeFrame frame, boolean zoomed,
                PrometheusQueryResult<RangeVector> result) {
            var drawing = new PrometheusSeriesChartBuilder(new UnrecognizedMetricMeasure(MESSAGES.text("result.query")),
                    query.replaceAll("\\s+", " "), result.data().timeRange());
            result.data().lines().forEach(rangeSeries -> drawing.addSeries(rangeSeries, ""));
            result.warnings().forEach(warning -> drawing.addNote(MESSAGES.text("result.warning", warning)));
            result.infos().forEach(drawing::addNote);
            return drawing.createAnswer(frame, zoomed);
        }
    }
}

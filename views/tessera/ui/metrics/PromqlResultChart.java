package tessera.ui.metrics;

import tessera.metrics.prometheus.answer.PrometheusQueryResult;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.ui.metrics.MetricsScreenState.MetricsScreenCharts;

/**
 * The answer to a query over a time, as it is drawn.
 *
 * @param chart  of at most 64 series, those with the greatest values
 * @param remark how close values lie, what is left out, what the server warns of
 */
record PromqlResultChart(MetricsScreenCharts chart, String remark) {

    static PromqlResultChart of(String query, ChartTimeFrame frame, boolean zoomed,
            PrometheusQueryResult<RangeVector> answered) {
        var drawing = new SeriesChartBuilder(new UnrecognizedMetricMeasure("Query"), query.replaceAll("\\s+", " "),
                answered.data().span());
        answered.data().lines().forEach(line -> drawing.addSeries(line, ""));
        answered.warnings().forEach(warning -> drawing.addNote("warns: " + warning));
        answered.infos().forEach(drawing::addNote);
        return drawing.createAnswer(frame, zoomed);
    }
}

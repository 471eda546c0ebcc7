package tessera.ui.metrics;

import tessera.metrics.prometheus.answer.PrometheusQueryResult;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.ui.metrics.MetricsScreenState.MetricsScreenCharts;

/**
 * The answer to a query over a time, as it is drawn.
 *
 * @param chart  of at most 64 series, those with the greatest values
 * @param note how close values lie, what is left out, what the server warns of
 */
record PromqlResultChart(MetricsScreenCharts chart, String note) {

    static PromqlResultChart of(String query, ChartTimeFrame frame, boolean zoomed,
            PrometheusQueryResult<RangeVector> result) {
        var drawing = new PrometheusSeriesChartBuilder(new UnrecognizedMetricMeasure("Query"),
                query.replaceAll("\\s+", " "),
                result.data().timeRange());
        result.data().lines().forEach(rangeSeries -> drawing.addSeries(rangeSeries, ""));
        result.warnings().forEach(warning -> drawing.addNote("warns: " + warning));
        result.infos().forEach(drawing::addNote);
        return drawing.createAnswer(frame, zoomed);
    }
}

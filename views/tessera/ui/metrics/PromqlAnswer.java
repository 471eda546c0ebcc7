package tessera.ui.metrics;

import tessera.metrics.prometheus.answer.PrometheusResult;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.ui.metrics.MetricsState.Chart;

/**
 * The answer to a query over a time, as it is drawn.
 *
 * @param chart  of at most 64 series, those with the greatest values
 * @param remark how close values lie, what is left out, what the server warns of
 */
record PromqlAnswer(Chart chart, String remark) {

    static PromqlAnswer of(String query, TimeFrame frame, boolean zoomed, PrometheusResult<RangeVector> answered) {
        var drawing = new SeriesChartBuilder(new PlainMeasure("Query"), query.replaceAll("\\s+", " "),
                answered.data().span());
        answered.data().lines().forEach(line -> drawing.addSeries(line, ""));
        answered.warnings().forEach(warning -> drawing.addNote("warns: " + warning));
        answered.infos().forEach(drawing::addNote);
        return drawing.createAnswer(frame, zoomed);
    }
}

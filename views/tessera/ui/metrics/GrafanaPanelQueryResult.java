package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanel;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanelTarget;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelVisualizationType;
import tessera.metrics.prometheus.grafana.GrafanaVariableExpander;
import tessera.model.ProblemException;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.metrics.PrometheusSeriesChartBuilder.PromqlResultChart;

/**
 * The answers to the queries of a panel.
 *
 * @param title   of the panel, with what is chosen in it
 * @param chart   over time; empty where the panel shows numbers
 * @param numbers as they are now
 * @param warning why some of it is missing, in the words of the server; empty when nothing is
 */
record GrafanaPanelQueryResult(String title, Optional<PromqlResultChart> chart, List<GrafanaPanelNumber> numbers,
        String warning) {

    /** A number with its title. */
    record GrafanaPanelNumber(String title, String valueText) {}

    GrafanaPanelQueryResult {
        numbers = List.copyOf(numbers);
    }

    /**
     * Queries a panel. Waits; not for the FX thread.
     *
     * @param zoomed whether the frame is another time than that up to now; numbers are then those at its end
     */
    static GrafanaPanelQueryResult read(PrometheusClient client, GrafanaPanel panel, Map<String, String> values,
            ChartTimeFrame frame, boolean zoomed) throws ProblemException, InterruptedException {
        return new GrafanaPanelQueryRequest(client, panel, values, frame, zoomed).readAnswer();
    }

    /** One of the queries of a panel; returns the server's warnings. */
    private interface PanelTargetQueryFunction {
        List<String> query(GrafanaPanelTarget target) throws ProblemException, InterruptedException;
    }

    private record GrafanaPanelQueryRequest(PrometheusClient client, GrafanaPanel panel, Map<String, String> values,
            ChartTimeFrame frame, boolean zoomed) {

        GrafanaPanelQueryResult readAnswer() throws ProblemException, InterruptedException {
            if (panel.visualization() == PanelVisualizationType.CHART) {
                return chartAnswer();
            }
            return numbersAnswer();
        }

        private String resolvedTitle() {
            return GrafanaVariableExpander.expandSelector(panel.title(), values);
        }

        private String resolvedQuery(String expression) {
            return GrafanaVariableExpander.expandQuery(expression, values, frame.length(),
                    MetricHistorySourceSelector.stepRange(frame).step());
        }

        private GrafanaPanelQueryResult chartAnswer() throws ProblemException, InterruptedException {
            var timeRange = MetricHistorySourceSelector.stepRange(frame);
            var measure = UnrecognizedMetricMeasure.ofGrafanaUnit(resolvedTitle(), panel.unit());
            var drawing = new PrometheusSeriesChartBuilder(measure, measure.unit(), timeRange);
            var warnings = new ArrayList<String>();
            queryEach(warnings, target -> {
                var result = client.queryRange(resolvedQuery(target.expression()), timeRange);
                for (var rangeSeries : result.data().lines()) {
                    drawing.addSeries(rangeSeries,
                            GrafanaVariableExpander.expandLegend(target.legend(), rangeSeries.labels()));
                }
                return result.warnings();
            });
            return new GrafanaPanelQueryResult(resolvedTitle(), Optional.of(drawing.createAnswer(frame, zoomed)),
                    List.of(), SentenceJoiner.joinClauses(warnings));
        }

        private GrafanaPanelQueryResult numbersAnswer() throws ProblemException, InterruptedException {
            var measure = UnrecognizedMetricMeasure.ofGrafanaUnit(resolvedTitle(), panel.unit());
            var found = new ArrayList<Map.Entry<Double, GrafanaPanelNumber>>();
            var warnings = new ArrayList<String>();
            queryEach(warnings, target -> {
                var result = client.queryInstant(resolvedQuery(target.expression()), zoomed ? frame.to() : null);
                var data = result.data();
                for (int series = 0; series < data.size(); series++) {
                    if (ExporterMetricCatalog.bundled().isBlankValue(data.nameOf(series), data.valueOf(series))) {
                        continue;
                    }
                    double shown = measure.toChartUnit(data.valueOf(series));
                    found.add(Map.entry(shown,
                            new GrafanaPanelNumber(
                                    seriesTitle(target.legend(), data.nameOf(series), data.labelsOf(series)),
                                    measure.numberText(shown))));
                }
                return result.warnings();
            });
            var sorted = found.stream()
                    .sorted(Comparator.comparingDouble((Map.Entry<Double, GrafanaPanelNumber> each) -> -each.getKey()))
                    .map(Map.Entry::getValue).toList();
            return new GrafanaPanelQueryResult(resolvedTitle(), Optional.empty(), sorted,
                    SentenceJoiner.joinClauses(warnings));
        }

        /** Runs all queries; fails only if all of them fail. */
        private void queryEach(List<String> warnings, PanelTargetQueryFunction query)
                throws ProblemException, InterruptedException {
            ProblemException first = null;
            int failed = 0;
            for (var target : panel.targets()) {
                try {
                    warnings.addAll(query.query(target));
                } catch (ProblemException problemException) {
                    failed++;
                    first = Objects.requireNonNullElse(first, problemException);
                    warnings.add(problemException.problem().problemText());
                }
            }
            if (first != null && failed == panel.targets().size()) {
                throw first;
            }
        }

        private static String seriesTitle(String legend, String name, SeriesLabelSet labels) {
            var text = GrafanaVariableExpander.expandLegend(legend, labels);
            var own = labels.size() == 0 ? name : name + labels;
            return OptionalText.orElse(text, own);
        }
    }
}

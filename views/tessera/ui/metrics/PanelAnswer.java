package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanel;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelForm;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelTarget;
import tessera.metrics.prometheus.grafana.GrafanaTemplate;
import tessera.model.Failure;

/**
 * The answers to the queries of a panel.
 *
 * @param title   of the panel, with what is chosen in it
 * @param chart   over time; empty where the panel shows numbers
 * @param numbers as they are now
 * @param warning why some of it is missing, in the words of the server; empty when nothing is
 */
record PanelAnswer(String title, Optional<PromqlAnswer> chart, List<PanelFigure> numbers, String warning) {

    /** A number with its title. */
    record PanelFigure(String title, String valueText) {}

    PanelAnswer {
        numbers = List.copyOf(numbers);
    }

    /**
     * Queries a panel. Waits; not for the FX thread.
     *
     * @param zoomed whether the frame is another time than that up to now; numbers are then those at its end
     */
    static PanelAnswer read(PrometheusClient client, GrafanaPanel panel, Map<String, String> values, TimeFrame frame,
            boolean zoomed) throws Failure, InterruptedException {
        return new PanelQuestion(client, panel, values, frame, zoomed).readAnswer();
    }

    /** One of the queries of a panel; returns the server's warnings. */
    private interface PanelTargetQuery {
        List<String> query(PanelTarget target) throws Failure, InterruptedException;
    }

    private record PanelQuestion(PrometheusClient client, GrafanaPanel panel, Map<String, String> values,
            TimeFrame frame,
            boolean zoomed) {

        PanelAnswer readAnswer() throws Failure, InterruptedException {
            return panel.form() == PanelForm.CHART ? chartAnswer() : numbersAnswer();
        }

        private String resolvedTitle() {
            return GrafanaTemplate.expandSelector(panel.title(), values);
        }

        private String resolvedQuery(String expression) {
            return GrafanaTemplate.expandQuery(expression, values, frame.length(),
                    HistoryReach.stepRange(frame).step());
        }

        private PanelAnswer chartAnswer() throws Failure, InterruptedException {
            var span = HistoryReach.stepRange(frame);
            var measure = PlainMeasure.ofGrafanaUnit(resolvedTitle(), panel.unit());
            var drawing = new SeriesChartBuilder(measure, measure.unit(), span);
            var warnings = new ArrayList<String>();
            queryEach(warnings, target -> {
                var answered = client.queryRange(resolvedQuery(target.expression()), span);
                answered.data().lines()
                        .forEach(line -> drawing.addSeries(line,
                                GrafanaTemplate.expandLegend(target.legend(), line.labels())));
                return answered.warnings();
            });
            return new PanelAnswer(resolvedTitle(), Optional.of(drawing.createAnswer(frame, zoomed)), List.of(),
                    String.join("; ", warnings));
        }

        private PanelAnswer numbersAnswer() throws Failure, InterruptedException {
            var measure = PlainMeasure.ofGrafanaUnit(resolvedTitle(), panel.unit());
            var found = new ArrayList<Map.Entry<Double, PanelFigure>>();
            var warnings = new ArrayList<String>();
            queryEach(warnings, target -> {
                var answered = client.queryInstant(resolvedQuery(target.expression()), zoomed ? frame.to() : null);
                var data = answered.data();
                for (int series = 0; series < data.size(); series++) {
                    if (MetricCatalogue.bundled().isBlankValue(data.nameOf(series), data.valueOf(series))) {
                        continue;
                    }
                    double shown = measure.toChartUnit(data.valueOf(series));
                    found.add(Map.entry(shown, new PanelFigure(seriesTitle(target.legend(), data.nameOf(series),
                            data.labelsOf(series)), measure.numberText(shown))));
                }
                return answered.warnings();
            });
            var sorted = found.stream()
                    .sorted(Comparator.comparingDouble((Map.Entry<Double, PanelFigure> each) -> -each.getKey()))
                    .map(Map.Entry::getValue).toList();
            return new PanelAnswer(resolvedTitle(), Optional.empty(), sorted, String.join("; ", warnings));
        }

        /** Runs all queries; fails only if all of them fail. */
        private void queryEach(List<String> warnings, PanelTargetQuery query) throws Failure, InterruptedException {
            Failure first = null;
            int failed = 0;
            for (var target : panel.targets()) {
                try {
                    warnings.addAll(query.query(target));
                } catch (Failure failure) {
                    failed++;
                    first = first == null ? failure : first;
                    warnings.add(failure.problem().problemText());
                }
            }
            if (first != null && failed == panel.targets().size()) {
                throw first;
            }
        }

        private static String seriesTitle(String legend, String name, LabelSet labels) {
            var text = GrafanaTemplate.expandLegend(legend, labels);
            var own = labels.size() == 0 ? name : name + labels;
            return text.isEmpty() ? own : text;
        }
    }
}

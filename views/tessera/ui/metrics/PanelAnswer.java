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
 * What the queries of a panel gave.
 *
 * @param title   of the panel, with what is chosen in it
 * @param chart   over time; empty where the panel shows numbers
 * @param numbers as they are now
 * @param warning why some of it is missing, in the words of the server; empty when nothing is
 */
record PanelAnswer(String title, Optional<PromqlAnswer> chart, List<PanelFigure> numbers, String warning) {

    /** A number and what it is of. */
    record PanelFigure(String title, String words) {}

    PanelAnswer {
        numbers = List.copyOf(numbers);
    }

    /**
     * Asks for a panel. Waits; not for the FX thread.
     *
     * @param zoomed whether the frame is another time than that up to now; numbers are then those at its end
     */
    static PanelAnswer read(PrometheusClient client, GrafanaPanel panel, Map<String, String> values, TimeFrame frame,
            boolean zoomed) throws Failure, InterruptedException {
        return new PanelQuestion(client, panel, values, frame, zoomed).answer();
    }

    /** One of the queries of a panel; gives the server's warnings. */
    private interface Query {
        List<String> ask(PanelTarget target) throws Failure, InterruptedException;
    }

    private record PanelQuestion(PrometheusClient client, GrafanaPanel panel, Map<String, String> values,
            TimeFrame frame,
            boolean zoomed) {

        PanelAnswer answer() throws Failure, InterruptedException {
            return panel.form() == PanelForm.CHART ? chart() : numbers();
        }

        private String title() {
            return GrafanaTemplate.selector(panel.title(), values);
        }

        private String query(String expression) {
            return GrafanaTemplate.query(expression, values, frame.length(), HistoryReach.span(frame).step());
        }

        private PanelAnswer chart() throws Failure, InterruptedException {
            var span = HistoryReach.span(frame);
            var measure = PlainNumber.of(title(), panel.unit());
            var drawing = new SeriesDrawing(measure, measure.unit(), span);
            var warnings = new ArrayList<String>();
            each(warnings, target -> {
                var answered = client.range(query(target.expression()), span);
                answered.data().lines()
                        .forEach(line -> drawing.add(line, GrafanaTemplate.legend(target.legend(), line.labels())));
                return answered.warnings();
            });
            return new PanelAnswer(title(), Optional.of(drawing.answer(frame, zoomed)), List.of(),
                    String.join("; ", warnings));
        }

        private PanelAnswer numbers() throws Failure, InterruptedException {
            var measure = PlainNumber.of(title(), panel.unit());
            var found = new ArrayList<Map.Entry<Double, PanelFigure>>();
            var warnings = new ArrayList<String>();
            each(warnings, target -> {
                var answered = client.instant(query(target.expression()), zoomed ? frame.to() : null);
                var data = answered.data();
                for (int series = 0; series < data.size(); series++) {
                    if (MetricCatalogue.bundled().blank(data.name(series), data.value(series))) {
                        continue;
                    }
                    double shown = measure.shown(data.value(series));
                    found.add(Map.entry(shown, new PanelFigure(title(target.legend(), data.name(series),
                            data.labels(series)), measure.words(shown))));
                }
                return answered.warnings();
            });
            var sorted = found.stream()
                    .sorted(Comparator.comparingDouble((Map.Entry<Double, PanelFigure> each) -> -each.getKey()))
                    .map(Map.Entry::getValue).toList();
            return new PanelAnswer(title(), Optional.empty(), sorted, String.join("; ", warnings));
        }

        /** Asks all queries; of several some may fail. */
        private void each(List<String> warnings, Query query) throws Failure, InterruptedException {
            Failure first = null;
            int failed = 0;
            for (var target : panel.targets()) {
                try {
                    warnings.addAll(query.ask(target));
                } catch (Failure failure) {
                    failed++;
                    first = first == null ? failure : first;
                    warnings.add(failure.problem().sentence());
                }
            }
            if (first != null && failed == panel.targets().size()) {
                throw first;
            }
        }

        private static String title(String legend, String name, LabelSet labels) {
            var words = GrafanaTemplate.legend(legend, labels);
            var own = labels.size() == 0 ? name : name + labels;
            return words.isEmpty() ? own : words;
        }
    }
}

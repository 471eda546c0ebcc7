package tessera.ui.metrics;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** The series of a query with their values at one moment, and all labels of the one in front. FX thread. */
final class PrometheusSeriesPane {

    private static final PseudoClass FRONT = PseudoClass.getPseudoClass("front");

    private final CrosshairValuesBox box;
    private final VBox rows = new VBox();
    private final DeviceFactsBox facts = new DeviceFactsBox();
    private final ZoneId zone;
    private final Consumer<Integer> forward;
    private final List<PrometheusSeriesRow> seriesRows = new ArrayList<>();

    /** @param forward called with the number of a series that is to come forward */
    PrometheusSeriesPane(ZoneId zone, Consumer<Integer> forward) {
        this.zone = zone;
        this.forward = forward;
        box = new CrosshairValuesBox("promql", zone);
        box.setParts(CrosshairValuesBox.scrollPane(rows, facts.node()));
    }

    VBox node() {
        return box.node();
    }

    /** Shows the values under the crosshair; without one, the newest ones. */
    void show(MetricsScreenCharts metricsScreenCharts, Optional<MetricValuesAtTime> pointed, int front) {
        var moment = box.show(metricsScreenCharts, pointed);
        while (seriesRows.size() < metricsScreenCharts.lines().size()) {
            seriesRows.add(createRow(seriesRows.size()));
        }
        rows.getChildren().setAll(
                seriesRows.subList(0, metricsScreenCharts.lines().size()).stream().map(row -> row.node).toList());
        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
            int number = line;
            var measure = metricsScreenCharts.panels().getFirst().measure();
            seriesRows.get(line).show(metricsScreenCharts.lines().get(line), line == front,
                    moment.map(values -> measure.numberText(values.rows().get(number)[0]))
                            .orElse(MeasuredNumberFormatter.MISSING));
        }
        facts.show(metricsScreenCharts, front, zone);
    }

    private PrometheusSeriesRow createRow(int line) {
        var row = new PrometheusSeriesRow();
        row.node.setId("promql-row-" + line);
        row.node.addEventHandler(MouseEvent.MOUSE_CLICKED, event -> forward.accept(line));
        return row;
    }

    /** A row of a series: mark, number, distinguishing labels, and value. */
    private static final class PrometheusSeriesRow {

        private final Region swatch = new Region();
        private final Label number = new Label();
        private final Label name = new Label();
        private final Label value = new Label();
        private final HBox node = new HBox(8, swatch, number, name, value);

        PrometheusSeriesRow() {
            node.getStyleClass().add("values-row");
            node.setAccessibleRole(AccessibleRole.TEXT);
            number.getStyleClass().addAll("values-name", "series-number");
            name.getStyleClass().add("series-title");
            name.setMinWidth(0);
            name.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(name, Priority.ALWAYS);
            value.getStyleClass().add("values-number");
            value.setMinWidth(Region.USE_PREF_SIZE);
        }

        void show(MetricChartLine line, boolean front, String text) {
            swatch.getStyleClass().setAll("series-mark", "series-" + (line.color() + 1));
            number.setText(line.name());
            if (!name.getText().equals(line.title())) {
                name.setText(line.title());
                name.setTooltip(new Tooltip(line.title()));
            }
            value.setText(text);
            node.pseudoClassStateChanged(FRONT, front);
            node.setAccessibleText(line.title() + ": " + text);
        }
    }
}

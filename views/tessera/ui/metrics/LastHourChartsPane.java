package tessera.ui.metrics;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** Charts of the last hour for a side column, with the values at the crosshair below them. FX thread. */
public final class LastHourChartsPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LastHourChartsPane.class);
    private static final double PANEL = 118;
    private static final double AXIS = 36;
    private static final double NAME = 64;

    private final StackedMetricChartsPane charts;
    private final Label moment = TextLabelFactory.label("", "small", "muted");
    private final GridPane values = new GridPane(8, 6);
    private final Label silence = TextLabelFactory.label("", "small", "muted");
    private final VBox notesBox = new VBox(4);
    private final VBox node = new VBox();
    private final ZoneId zone;

    /** @param zone in which times are said */
    public LastHourChartsPane(ZoneId zone) {
        this.zone = zone;
        charts = new StackedMetricChartsPane(zone);
        charts.setId("inspector-charts");
        // An hour is all there is here, and the wheel is for the column.
        charts.reachProperty().set(Duration.ZERO);
        charts.pointedProperty().addListener((property, before, now) -> showValues());
        charts.frontProperty().addListener((property, before, now) -> showValues());
        values.setId("inspector-chart-values");
        silence.setId("inspector-charts-silence");
        silence.setWrapText(true);
        var below = new VBox(8, moment, values);
        for (var part : List.of(silence, below, notesBox)) {
            part.getStyleClass().add("hour-part");
        }
        node.getChildren().setAll(silence, charts, below, notesBox);
    }

    public Node node() {
        return node;
    }

    /** Draws an hour. */
    public void show(DeviceLastHourCharts hour) {
        var metricsScreenCharts = hour.chart();
        boolean any = hour.missingReason().isEmpty();
        silence.setText(hour.missingReason());
        for (var part : node.getChildren()) {
            boolean wanted = part.equals(silence) != any && (!part.equals(notesBox) || !hour.notes().isEmpty());
            JavaFxNodeVisibility.setShown(part, wanted);
        }
        double height = AXIS + PANEL * metricsScreenCharts.panels().size();
        charts.setMinHeight(height);
        charts.setPrefHeight(height);
        notesBox.getChildren()
                .setAll(hour.notes().stream().map(text -> TextLabelFactory.wrapped(text, "small", "muted")).toList());
        charts.show(metricsScreenCharts);
        showValues();
    }

    private void showValues() {
        var metricsScreenCharts = charts.chart();
        var at = charts.pointedProperty().get().or(() -> MetricValuesAtTime.lastOf(metricsScreenCharts));
        boolean pointed = charts.pointedProperty().get().isPresent();
        moment.setText(at.map(known -> MESSAGES.text(pointed ? "values.at" : "values.latestAt",
                new ChartTimeFormatter(metricsScreenCharts.frame(), zone).exact(known.at()))).orElse(""));
        values.getChildren().clear();
        values.getColumnConstraints().setAll(columnsFor(metricsScreenCharts));
        if (!metricsScreenCharts.lines().isEmpty()) {
            values.add(TextLabelFactory.label(MESSAGES.text("caption.gpu"), "caption"), 0, 0);
        }
        for (int panel = 0; panel < metricsScreenCharts.panels().size(); panel++) {
            var measure = metricsScreenCharts.panels().get(panel).measure();
            values.add(TextLabelFactory
                    .label(measure == ChartedGpuMetric.BUSY ? MESSAGES.text("values.busy") : measure.unit(), "caption"),
                    panel + 1, 0);
        }
        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
            values.addRow(line + 1, valueRow(metricsScreenCharts, line, at).toArray(Node[]::new));
        }
    }

    private List<Node> valueRow(MetricsScreenCharts metricsScreenCharts, int line, Optional<MetricValuesAtTime> at) {
        var of = metricsScreenCharts.lines().get(line);
        var mark = LayoutBoxFactory.withStyle(new Region(), "series-mark", "series-" + (of.color() + 1));
        var name = TextLabelFactory.label(of.name(), "small");
        name.setGraphic(mark);
        name.getStyleClass().add(line == charts.inFront() ? "strong" : "plain-name");
        var row = new ArrayList<Node>(List.of(name));
        for (int panel = 0; panel < metricsScreenCharts.panels().size(); panel++) {
            int number = panel;
            row.add(TextLabelFactory.label(metricsScreenCharts.panels().get(panel).measure()
                    .numberText(at.map(known -> known.rows().get(line)[number]).orElse(Double.NaN)), "small"));
        }
        return row;
    }

    private static List<ColumnConstraints> columnsFor(MetricsScreenCharts metricsScreenCharts) {
        var columns = new ArrayList<ColumnConstraints>();
        columns.add(new ColumnConstraints(NAME));
        for (var _ : metricsScreenCharts.panels()) {
            var column = new ColumnConstraints();
            column.setHgrow(Priority.ALWAYS);
            column.setHalignment(HPos.RIGHT);
            columns.add(column);
        }
        return columns;
    }
}

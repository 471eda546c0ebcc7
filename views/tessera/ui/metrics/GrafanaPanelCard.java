package tessera.ui.metrics;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanel;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelVisualizationType;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.GrafanaPanelQueryResult.GrafanaPanelNumber;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** Card of a dashboard panel: a chart with its legend, or numbers. FX thread. */
final class GrafanaPanelCard {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GrafanaPanelCard.class);
    private static final PseudoClass FRONT = PseudoClass.getPseudoClass("front");
    private static final double HEIGHT = 280;
    private static final double LEAST = 112;
    private static final double NAME = 220;
    private static final int NAMED = 8;
    private static final int ROWS = 8;

    private final StackedMetricChartsPane charts;
    private final Label title = new Label();
    private final FlowPane legend = new FlowPane(12, 2);
    private final List<Label> values = new ArrayList<>();
    private final Label othersLabel = TextLabelFactory.label("", "small", "muted");
    private final VBox numbers = new VBox(4);
    private final Label noteLabel = TextLabelFactory.label("", "small", "warn-text", "panel-remark");
    private final NoDataPlaceholder placeholder;
    private final BorderPane node;

    /**
     * A card that waits for its answer.
     *
     * @param axis  which it shares with the others
     * @param again asks once more
     */
    GrafanaPanelCard(GrafanaPanel panel, ZoneId zone, ChartTimeAxisModel axis, Runnable again) {
        charts = new StackedMetricChartsPane(zone, axis);
        charts.setId(null);
        charts.scrollWithPage();
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        legend.getStyleClass().add("panel-legend");
        numbers.getStyleClass().add("panel-numbers");
        noteLabel.setMinWidth(0);
        Node content = numbers;
        if (panel.visualization() == PanelVisualizationType.CHART) {
            var charted = new BorderPane(charts);
            charted.setBottom(legend);
            content = charted;
        }
        placeholder = new NoDataPlaceholder(content, again);
        node = new BorderPane(placeholder);
        node.getStyleClass().add("panel-card");
        if (panel.visualization() == PanelVisualizationType.NUMBERS) {
            node.setMinHeight(LEAST);
            title.setText(panel.title());
            title.getStyleClass().addAll("section-title", "panel-title");
            node.setTop(title);
        } else {
            node.setMinHeight(HEIGHT);
            node.setPrefHeight(HEIGHT);
        }
        node.setBottom(noteLabel);
        showRemarks(List.of());
        if (panel.visualization() == PanelVisualizationType.NUMBERS) {
            // Too small for a notice over a skeleton.
            numbers.getChildren().setAll(smallLabel(MESSAGES.text("panel.loading")));
        } else {
            placeholder.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, panel.title(), "", ""));
        }
    }

    Region node() {
        return node;
    }

    void showProblem(Problem problem) {
        placeholder.show(EmptyScreenNotice.ofProblem(problem));
    }

    /** Shows the known data of another time, until there is an answer for that. */
    void showFrame(ChartTimeFrame frame, boolean zoomed) {
        if (!charts.chart().panels().isEmpty()) {
            charts.show(charts.chart().inFrame(frame, zoomed));
        }
    }

    void show(GrafanaPanelQueryResult answer) {
        title.setText(answer.title());
        boolean any = answer.chart().map(resultChart -> !resultChart.chart().lines().isEmpty())
                .orElse(!answer.numbers().isEmpty());
        placeholder.showNoticeOrContent(any ? Optional.empty()
                : Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("panel.none"),
                        MESSAGES.text("panel.noneDetail"), "")));
        answer.chart().ifPresent(resultChart -> {
            charts.show(resultChart.chart());
            createLegend(resultChart.chart());
        });
        showNumbers(answer.numbers());
        var said = new ArrayList<String>();
        answer.chart().filter(resultChart -> resultChart.chart().omittedLines() > 0)
                .ifPresent(resultChart -> said.add(MESSAGES.text("panel.omitted", resultChart.chart().omittedLines())));
        if (!answer.warning().isEmpty()) {
            said.add(answer.warning());
        }
        showRemarks(said);
    }

    private void showRemarks(List<String> said) {
        noteLabel.setText(String.join("  ·  ", said));
        JavaFxNodeVisibility.setShown(noteLabel, !said.isEmpty());
    }

    private void createLegend(MetricsScreenCharts metricsScreenCharts) {
        var names = new ArrayList<Node>();
        values.clear();
        for (int line = 0; line < Math.min(NAMED, metricsScreenCharts.lines().size()); line++) {
            names.add(legendEntry(metricsScreenCharts.lines().get(line), line));
        }
        if (metricsScreenCharts.lines().size() > NAMED) {
            names.add(othersLabel);
        }
        legend.getChildren().setAll(names);
        showValues();
    }

    private HBox legendEntry(MetricChartLine of, int line) {
        var mark = new Region();
        mark.getStyleClass().setAll("series-mark", "series-" + (of.color() + 1));
        var text = TextLabelFactory.label(of.name() + "  " + of.title(), "small");
        text.setMaxWidth(NAME);
        text.setTooltip(new Tooltip(of.title()));
        var value = TextLabelFactory.label("", "small", "panel-value");
        values.add(value);
        var named = LayoutBoxFactory.withStyle(new HBox(6, mark, text, value), "panel-name");
        named.setOnMouseClicked(event -> charts.bringForward(line));
        return named;
    }

    /** Shows the values of lines beside their names: at the crosshair, or else the last ones. */
    private void showValues() {
        var metricsScreenCharts = charts.chart();
        var at = charts.pointedProperty().get().or(() -> MetricValuesAtTime.lastOf(metricsScreenCharts));
        for (int line = 0; line < values.size(); line++) {
            values.get(line).setText(valueText(line, at));
            legend.getChildren().get(line).pseudoClassStateChanged(FRONT, line == charts.inFront());
        }
        othersLabel.setText(othersText(charts.inFront(), at));
    }

    /** Returns how many lines there is no room to name, with the name of the one in front. */
    private String othersText(int front, Optional<MetricValuesAtTime> at) {
        var lines = charts.chart().lines();
        var rest = MESSAGES.text("panel.more", lines.size() - NAMED);
        if (front < NAMED) {
            return rest;
        }
        return "%s  %s  %s, %s".formatted(lines.get(front).name(), lines.get(front).title(), valueText(front, at),
                rest);
    }

    private String valueText(int line, Optional<MetricValuesAtTime> at) {
        return at.map(moment -> charts.chart().panels().getFirst().measure().numberText(moment.rows().get(line)[0]))
                .orElse(MeasuredNumberFormatter.MISSING);
    }

    private void showNumbers(List<GrafanaPanelNumber> found) {
        if (found.size() == 1) {
            var big = TextLabelFactory.label(found.getFirst().valueText(), "panel-number");
            numbers.getChildren().setAll(big, smallLabel(found.getFirst().title()));
            return;
        }
        var rows = new ArrayList<Node>();
        for (var number : found.subList(0, Math.min(ROWS, found.size()))) {
            var title = smallLabel(number.title());
            title.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(title, Priority.ALWAYS);
            var value = new Label(number.valueText());
            value.setMinWidth(Region.USE_PREF_SIZE);
            rows.add(new HBox(12, title, value));
        }
        if (found.size() > ROWS) {
            rows.add(smallLabel(MESSAGES.text("panel.more", found.size() - ROWS)));
        }
        numbers.getChildren().setAll(rows);
    }

    private static Label smallLabel(String text) {
        var label = TextLabelFactory.label(text, "small", "muted");
        label.setMinWidth(0);
        label.setTooltip(new Tooltip(text));
        return label;
    }
}

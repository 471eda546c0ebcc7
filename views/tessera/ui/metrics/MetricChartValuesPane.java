package tessera.ui.metrics;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.text.MessageCatalog;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** Table of the values of all lines at one moment, and facts on the device in front. FX thread. */
final class MetricChartValuesPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricChartValuesPane.class);
    private static final PseudoClass FRONT = PseudoClass.getPseudoClass("front");

    private final CrosshairValuesBox box;
    private final VBox rows = new VBox();
    private final MetricChartLineRow sums = new MetricChartLineRow("values-sums");
    private final Label note = TextLabelFactory.label(MESSAGES.text("values.rows"), "caption", "values-note");
    private final DeviceFactsBox facts = new DeviceFactsBox();
    private final ZoneId zone;
    private final Consumer<Integer> forward;
    private final List<MetricChartLineRow> lineRows = new ArrayList<>();

    /** @param forward called with the number of a line that is to come forward */
    MetricChartValuesPane(ZoneId zone, Consumer<Integer> forward) {
        this.zone = zone;
        this.forward = forward;
        var captions = new MetricChartLineRow("values-captions");
        captions.setTexts(MESSAGES.text("caption.gpu"), ChartedGpuMetric.ALL.stream()
                .map(gpuMetric -> gpuMetric == ChartedGpuMetric.BUSY ? MESSAGES.text("values.busy") : gpuMetric.unit())
                .toList());
        box = new CrosshairValuesBox("metrics", zone);
        box.setParts(captions.node, CrosshairValuesBox.scrollPane(rows, sums.node, note, facts.node()), hintsPane());
    }

    private static FlowPane hintsPane() {
        var box = new FlowPane(8, 8,
                new HBox(8, keyLabel(MESSAGES.text("key.drag")), keyLabel(MESSAGES.text("key.wheel")),
                        wordLabel(MESSAGES.text("key.zoom"))),
                new HBox(8, keyLabel(MESSAGES.text("key.shiftDrag")), keyLabel("← →"),
                        wordLabel(MESSAGES.text("key.move"))),
                new HBox(8, keyLabel("0 – 9"), wordLabel(MESSAGES.text("key.front"))),
                new HBox(8, keyLabel(MESSAGES.text("key.escape")), wordLabel(MESSAGES.text("key.out"))));
        box.getStyleClass().add("values-hints");
        return box;
    }

    private static Label keyLabel(String text) {
        return TextLabelFactory.whole(text, "key-hint");
    }

    private static Label wordLabel(String text) {
        return TextLabelFactory.label(text, "caption");
    }

    VBox node() {
        return box.node();
    }

    /**
     * Shows the values under the crosshair; without one, the last measured ones.
     *
     * @param all what the charted are together
     */
    void show(MetricsScreenCharts metricsScreenCharts, Optional<MetricValuesAtTime> pointed, int front, String all) {
        var moment = box.show(metricsScreenCharts, pointed);
        while (lineRows.size() < metricsScreenCharts.lines().size()) {
            lineRows.add(createRow(lineRows.size()));
        }
        rows.getChildren().setAll(createRows(metricsScreenCharts.lines()));
        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
            int number = line;
            lineRows.get(line).show(metricsScreenCharts.lines().get(line), line == front);
            lineRows.get(line).setTexts(metricsScreenCharts.lines().get(line).name(),
                    valueTexts(moment.map(values -> values.rows().get(number))));
            lineRows.get(line).markBreaches(metricsScreenCharts, moment.map(values -> values.rows().get(number)));
        }
        sums.setTexts(all, moment.map(MetricValuesAtTime::sumTexts).orElse(List.of()));
        boolean boards = metricsScreenCharts.lines().stream().anyMatch(MetricChartLine::isBoard);
        for (var part : List.of(sums.node, note)) {
            JavaFxNodeVisibility.setShown(part, boards);
        }
        facts.show(metricsScreenCharts, front, zone);
    }

    /** Returns the rows, below the names of their nodes where there are several. */
    private List<Node> createRows(List<MetricChartLine> lines) {
        var all = new ArrayList<Node>();
        for (int line = 0; line < lines.size(); line++) {
            var node = nodeOf(lines.get(line));
            if (hasSeveralNodes(lines) && (line == 0 || !node.equals(nodeOf(lines.get(line - 1))))) {
                var heading = TextLabelFactory.label(node, "values-heading");
                all.add(heading);
            }
            all.add(lineRows.get(line).node);
        }
        return all;
    }

    private static boolean hasSeveralNodes(List<MetricChartLine> lines) {
        return !lines.isEmpty() && !nodeOf(lines.getFirst()).equals(nodeOf(lines.getLast()));
    }

    private static String nodeOf(MetricChartLine line) {
        return line.key() instanceof DeviceSeriesKey key ? key.node() : "";
    }

    private static List<String> valueTexts(Optional<double[]> numbers) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < ChartedGpuMetric.ALL.size(); i++) {
            texts.add(numbers.isPresent() ? ChartedGpuMetric.ALL.get(i).numberText(numbers.get()[i])
                    : MeasuredNumberFormatter.MISSING);
        }
        return texts;
    }

    private MetricChartLineRow createRow(int line) {
        var row = new MetricChartLineRow("values-row");
        row.node.setId("metrics-row-" + line);
        row.node.addEventHandler(MouseEvent.MOUSE_CLICKED, event -> forward.accept(line));
        return row;
    }

    /** A mark, a name and one number for each quantity. */
    private static final class MetricChartLineRow {

        private final Region swatch = new Region();
        private final Label name = new Label();
        private final List<Label> numbers = new ArrayList<>();
        private final HBox node = new HBox(8, swatch, name);

        MetricChartLineRow(String style) {
            node.getStyleClass().add(style);
            node.setAccessibleRole(AccessibleRole.TEXT);
            swatch.getStyleClass().add("series-mark");
            name.getStyleClass().add("values-name");
            for (int i = 0; i < ChartedGpuMetric.ALL.size(); i++) {
                var number = LayoutBoxFactory.growing(TextLabelFactory.label("", "values-number"));
                numbers.add(number);
            }
            node.getChildren().addAll(numbers);
        }

        void show(MetricChartLine line, boolean front) {
            swatch.getStyleClass().setAll("series-mark", "series-" + (line.color() + 1));
            node.pseudoClassStateChanged(FRONT, front);
        }

        /** Marks values above their thresholds. */
        void markBreaches(MetricsScreenCharts metricsScreenCharts, Optional<double[]> values) {
            for (int at = 0; at < Math.min(numbers.size(), metricsScreenCharts.panels().size()); at++) {
                double value = values.isPresent() ? values.get()[at] : Double.NaN;
                var weight = metricsScreenCharts.panels().get(at).weightOf(value);
                var number = numbers.get(at);
                number.setGraphic(switch (weight) {
                    case PLAIN -> null;
                    case WARNING -> StatusGlyph.WARNING.node();
                    case CRITICAL -> StatusGlyph.BROKEN.node();
                });
                number.setGraphicTextGap(4);
            }
        }

        void setTexts(String title, List<String> texts) {
            name.setText(title);
            for (int i = 0; i < numbers.size(); i++) {
                numbers.get(i).setText(i < texts.size() ? texts.get(i) : MeasuredNumberFormatter.MISSING);
            }
            node.setAccessibleText(title + ": " + String.join(", ", texts));
        }
    }
}

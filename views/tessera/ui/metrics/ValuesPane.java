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
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.metrics.history.DeviceKey;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.metrics.MetricsState.Chart;

/** The values of all lines at one moment, as a table, and what is known of the device in front. FX thread. */
final class ValuesPane {

    private static final PseudoClass FRONT = PseudoClass.getPseudoClass("front");

    private final MomentBox box;
    private final VBox rows = new VBox();
    private final ValuesRow sums = new ValuesRow("values-sums");
    private final Label note = new Label("mean, sum, maximum, sum of the GPUs");
    private final FactsBox facts = new FactsBox();
    private final ZoneId zone;
    private final Consumer<Integer> forward;
    private final List<ValuesRow> shown = new ArrayList<>();

    /** @param forward called with the number of a line that is to come forward */
    ValuesPane(ZoneId zone, Consumer<Integer> forward) {
        this.zone = zone;
        this.forward = forward;
        var captions = new ValuesRow("values-captions");
        captions.say("GPU", ChartQuantity.ALL.stream()
                .map(quantity -> quantity == ChartQuantity.BUSY ? "Busy %" : quantity.unit()).toList());
        note.getStyleClass().addAll("caption", "values-note");
        box = new MomentBox("metrics", zone);
        box.fill(captions.node, MomentBox.scrolling(rows, sums.node, note, facts.node()), hints());
    }

    private static FlowPane hints() {
        var box = new FlowPane(8, 8, new HBox(8, key("drag"), key("wheel"), word("zoom")),
                new HBox(8, key("⇧ drag"), key("← →"), word("move")), new HBox(8, key("0 – 9"), word("to front")),
                new HBox(8, key("Esc"), word("out")));
        box.getStyleClass().add("values-hints");
        return box;
    }

    private static Label key(String text) {
        var label = new Label(text);
        label.getStyleClass().add("key-hint");
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private static Label word(String text) {
        var label = new Label(text);
        label.getStyleClass().add("caption");
        return label;
    }

    VBox node() {
        return box.node();
    }

    /**
     * Shows what lies under the crosshair; where there is none, what was measured last.
     *
     * @param all what the charted are together
     */
    void show(Chart chart, Optional<ChartMoment> pointed, int front, String all) {
        var moment = box.show(chart, pointed);
        while (shown.size() < chart.lines().size()) {
            shown.add(row(shown.size()));
        }
        rows.getChildren().setAll(rows(chart.lines()));
        for (int line = 0; line < chart.lines().size(); line++) {
            int number = line;
            shown.get(line).show(chart.lines().get(line), line == front);
            shown.get(line).say(chart.lines().get(line).name(),
                    words(moment.map(known -> known.rows().get(number))));
            shown.get(line).warn(chart, moment.map(known -> known.rows().get(number)));
        }
        sums.say(all, moment.map(ChartMoment::sums).orElse(List.of()));
        boolean boards = chart.lines().stream().anyMatch(ChartLine::board);
        for (var part : List.of(sums.node, note)) {
            NodePresence.of(part, boards);
        }
        facts.show(chart, front, zone);
    }

    /** Below the names of their nodes, where there are several. */
    private List<Node> rows(List<ChartLine> lines) {
        var all = new ArrayList<Node>();
        for (int line = 0; line < lines.size(); line++) {
            var node = node(lines.get(line));
            if (several(lines) && (line == 0 || !node.equals(node(lines.get(line - 1))))) {
                var heading = new Label(node);
                heading.getStyleClass().add("values-heading");
                all.add(heading);
            }
            all.add(shown.get(line).node);
        }
        return all;
    }

    private static boolean several(List<ChartLine> lines) {
        return !lines.isEmpty() && !node(lines.getFirst()).equals(node(lines.getLast()));
    }

    private static String node(ChartLine line) {
        return line.key() instanceof DeviceKey key ? key.node() : "";
    }

    private static List<String> words(Optional<double[]> numbers) {
        var words = new ArrayList<String>();
        for (int i = 0; i < ChartQuantity.ALL.size(); i++) {
            words.add(numbers.isPresent() ? ChartQuantity.ALL.get(i).words(numbers.get()[i]) : MeasureText.MISSING);
        }
        return words;
    }

    private ValuesRow row(int line) {
        var row = new ValuesRow("values-row");
        row.node.setId("metrics-row-" + line);
        row.node.addEventHandler(MouseEvent.MOUSE_CLICKED, event -> forward.accept(line));
        return row;
    }

    /** A mark, a name and one number for each quantity. */
    private static final class ValuesRow {

        private final Region mark = new Region();
        private final Label name = new Label();
        private final List<Label> numbers = new ArrayList<>();
        private final HBox node = new HBox(8, mark, name);

        ValuesRow(String style) {
            node.getStyleClass().add(style);
            node.setAccessibleRole(AccessibleRole.TEXT);
            mark.getStyleClass().add("series-mark");
            name.getStyleClass().add("values-name");
            for (int i = 0; i < ChartQuantity.ALL.size(); i++) {
                var number = new Label();
                number.getStyleClass().add("values-number");
                number.setMaxWidth(Double.MAX_VALUE);
                HBox.setHgrow(number, Priority.ALWAYS);
                numbers.add(number);
            }
            node.getChildren().addAll(numbers);
        }

        void show(ChartLine line, boolean front) {
            mark.getStyleClass().setAll("series-mark", "series-" + (line.ink() + 1));
            node.pseudoClassStateChanged(FRONT, front);
        }

        /** Marks what is above its threshold. */
        void warn(Chart chart, Optional<double[]> values) {
            for (int at = 0; at < Math.min(numbers.size(), chart.panels().size()); at++) {
                double value = values.isPresent() ? values.get()[at] : Double.NaN;
                var weight = chart.panels().get(at).beyond(value);
                var number = numbers.get(at);
                number.setGraphic(weight == ChartPanel.ThresholdWeight.PLAIN ? null
                        : weight == ChartPanel.ThresholdWeight.CRITICAL ? StatusGlyph.BROKEN.node()
                                : StatusGlyph.WARNING.node());
                number.setGraphicTextGap(4);
            }
        }

        void say(String title, List<String> words) {
            name.setText(title);
            for (int i = 0; i < numbers.size(); i++) {
                numbers.get(i).setText(i < words.size() ? words.get(i) : MeasureText.MISSING);
            }
            node.setAccessibleText(title + ": " + String.join(", ", words));
        }
    }
}

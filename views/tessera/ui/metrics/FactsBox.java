package tessera.ui.metrics;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.NodeVisibility;
import tessera.ui.metrics.ChartLine.DeviceFact;
import tessera.ui.metrics.MetricsState.Chart;

/** Facts on the device whose line is in front: its present state, and the peak of its temperature in sight. */
final class FactsBox {

    private final Region mark = new Region();
    private final Label title = new Label();
    private final VBox list = new VBox();
    private final InlineParts<DeviceFact> parts = new InlineParts<>(list.getChildren(), FactsBox::factLine);
    private final VBox node;

    FactsBox() {
        title.setId("metrics-front");
        title.getStyleClass().add("section-title");
        var remark = new Label("in front");
        remark.getStyleClass().addAll("small", "muted");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var head = new HBox(8, mark, title, space, remark);
        head.getStyleClass().add("facts-head");
        list.getStyleClass().add("facts-list");
        node = new VBox(head, list);
        node.getStyleClass().add("facts");
    }

    VBox node() {
        return node;
    }

    /** @param front −1 for none */
    void show(Chart chart, int front, ZoneId zone) {
        NodeVisibility.setShown(node, front >= 0);
        if (front < 0) {
            return;
        }
        var of = chart.lines().get(front);
        mark.getStyleClass().setAll("series-mark", "series-" + (of.color() + 1));
        title.setText(of.title());
        var facts = new ArrayList<>(of.facts());
        facts.addAll(peakFacts(chart, front, zone));
        parts.show(facts);
    }

    private static List<DeviceFact> peakFacts(Chart chart, int line, ZoneId zone) {
        for (var panel : chart.panels()) {
            var series = panel.series().get(line);
            if (panel.quantity() == ChartQuantity.TEMPERATURE && !series.isEmpty()) {
                int at = 0;
                while (series.valueAt(at) != (float) series.max()) {
                    at++;
                }
                return List.of(new DeviceFact("Peak", "%s °C at %s".formatted(panel.quantity().numberText(series.max()),
                        new MomentText(chart.frame(), zone).brief(series.timeAt(at)))));
            }
        }
        return List.of();
    }

    private static HBox factLine(DeviceFact fact) {
        var name = new Label(fact.title());
        name.getStyleClass().addAll("small", "muted", "facts-name");
        var text = new Label(fact.text());
        text.getStyleClass().add("small");
        text.setWrapText(true);
        HBox.setHgrow(text, Priority.ALWAYS);
        return new HBox(8, name, text);
    }
}

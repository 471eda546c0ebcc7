package tessera.ui.metrics;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;
import tessera.ui.metrics.MetricChartLine.ChartedDeviceFact;

/** Facts on the device whose line is in front: its present state, and the peak of its temperature in sight. */
final class DeviceFactsBox {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceFactsBox.class);

    private final Region swatch = new Region();
    private final Label title = TextLabelFactory.label("", "section-title");
    private final VBox list = new VBox();
    private final PaneChildrenReconciler<ChartedDeviceFact> parts = new PaneChildrenReconciler<>(list.getChildren(),
            DeviceFactsBox::factLine);
    private final VBox node;

    DeviceFactsBox() {
        title.setId("metrics-front");
        var remark = TextLabelFactory.label(MESSAGES.text("fact.front"), "small", "muted");
        var head = LayoutBoxFactory.withStyle(new HBox(8, swatch, title, LayoutBoxFactory.spacer(), remark),
                "facts-head");
        list.getStyleClass().add("facts-list");
        node = new VBox(head, list);
        node.getStyleClass().add("facts");
    }

    VBox node() {
        return node;
    }

    /** @param front −1 for none */
    void show(MetricsScreenCharts metricsScreenCharts, int front, ZoneId zone) {
        JavaFxNodeVisibility.setShown(node, front >= 0);
        if (front < 0) {
            return;
        }
        var of = metricsScreenCharts.lines().get(front);
        swatch.getStyleClass().setAll("series-mark", "series-" + (of.color() + 1));
        title.setText(of.title());
        var facts = new ArrayList<>(of.facts());
        facts.addAll(peakFacts(metricsScreenCharts, front, zone));
        parts.show(facts);
    }

    private static List<ChartedDeviceFact> peakFacts(MetricsScreenCharts metricsScreenCharts, int line, ZoneId zone) {
        for (var panel : metricsScreenCharts.panels()) {
            var series = panel.series().get(line);
            if (panel.measure() == ChartedGpuMetric.TEMPERATURE && !series.isEmpty()) {
                int at = 0;
                while (series.valueAt(at) != (float) series.max()) {
                    at++;
                }
                return List.of(new ChartedDeviceFact(MESSAGES.text("fact.peak"),
                        MESSAGES.text("fact.peakValue", panel.measure().numberText(series.max()),
                                new ChartTimeFormatter(metricsScreenCharts.frame(), zone).brief(series.timeAt(at)))));
            }
        }
        return List.of();
    }

    private static HBox factLine(ChartedDeviceFact fact) {
        var name = TextLabelFactory.label(fact.title(), "small", "muted", "facts-name");
        var text = TextLabelFactory.label(fact.text(), "small");
        text.setWrapText(true);
        HBox.setHgrow(text, Priority.ALWAYS);
        return new HBox(8, name, text);
    }
}

package tessera.ui.metrics;

import java.time.ZoneId;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** Box beside charts with the values at one moment and the time of it. FX thread. */
final class CrosshairValuesBox {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CrosshairValuesBox.class);

    private final Label title = TextLabelFactory.label("", "section-title");
    private final Label noteLabel = TextLabelFactory.label("", "small", "muted");
    private final VBox node = new VBox();
    private final HBox head;
    private final ZoneId zone;

    /** @param name begins the names of its parts */
    CrosshairValuesBox(String name, ZoneId zone) {
        this.zone = zone;
        title.setId(name + "-at");
        head = new HBox(8, title, LayoutBoxFactory.spacer(), noteLabel);
        head.getStyleClass().add("values-head");
        node.setId(name + "-values");
        node.getStyleClass().add("values");
    }

    VBox node() {
        return node;
    }

    /** Puts parts below the moment. */
    void setParts(Node... parts) {
        node.getChildren().setAll(head);
        node.getChildren().addAll(parts);
    }

    /** Returns a pane with parts one below the other that takes the available room. */
    static ScrollPane scrollPane(Node... parts) {
        var scroll = ScrollPaneFactory.verticalPane(new VBox(parts));
        VBox.setVgrow(scroll, Priority.ALWAYS);
        return scroll;
    }

    /** Shows the time of a moment and returns it: the one at the crosshair, else the newest. */
    Optional<MetricValuesAtTime> show(MetricsScreenCharts metricsScreenCharts, Optional<MetricValuesAtTime> pointed) {
        var moment = pointed.or(() -> MetricValuesAtTime.lastOf(metricsScreenCharts));
        title.setText(moment
                .map(values -> MESSAGES.text("values.at",
                        new ChartTimeFormatter(metricsScreenCharts.frame(), zone).exact(values.at())))
                .orElse(MESSAGES.text("values.none")));
        noteLabel.setText(momentText(pointed, moment));
        return moment;
    }

    private static String momentText(Optional<MetricValuesAtTime> pointed, Optional<MetricValuesAtTime> moment) {
        if (pointed.isPresent()) {
            return MESSAGES.text("values.crosshair");
        }
        if (moment.isPresent()) {
            return MESSAGES.text("values.latest");
        }
        return "";
    }
}

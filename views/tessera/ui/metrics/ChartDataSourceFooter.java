package tessera.ui.metrics;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Line below the charts with their source, and what was not available. FX thread. */
final class ChartDataSourceFooter {

    private final Label source = new Label();
    private final Label noteLabel = new Label();
    private final HBox node = new HBox(12, source, noteLabel);

    ChartDataSourceFooter() {
        source.setId("metrics-source");
        source.getStyleClass().addAll("small", "muted");
        source.setMinWidth(HBox.USE_PREF_SIZE);
        noteLabel.setId("metrics-trouble");
        noteLabel.setMinWidth(0);
        HBox.setHgrow(noteLabel, Priority.ALWAYS);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("origin-line");
    }

    HBox node() {
        return node;
    }

    void show(MetricChartSourceDescription origin, ChartTimeFormatter clock) {
        source.setText("Source: " + origin.sourceText(clock));
        var text = origin.remarkText();
        noteLabel.setText(text.replace('\n', ' '));
        noteLabel.setGraphic(origin.isTroubled() ? StatusGlyph.WARNING.node() : null);
        noteLabel.getStyleClass().setAll("label", "small", origin.isTroubled() ? "warn-text" : "muted");
        if (origin.isAwaiting()) {
            noteLabel.getStyleClass().add(NoDataPlaceholder.AWAITING);
        }
        noteLabel.setTooltip(text.isEmpty() ? null : new Tooltip(text));
    }
}

package tessera.ui.metrics;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Says below the charts where they come from, and what could not be had. FX thread. */
final class OriginLine {

    private final Label source = new Label();
    private final Label remark = new Label();
    private final HBox node = new HBox(12, source, remark);

    OriginLine() {
        source.setId("metrics-source");
        source.getStyleClass().addAll("small", "muted");
        source.setMinWidth(HBox.USE_PREF_SIZE);
        remark.setId("metrics-trouble");
        remark.setMinWidth(0);
        HBox.setHgrow(remark, Priority.ALWAYS);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("origin-line");
    }

    HBox node() {
        return node;
    }

    void show(ChartOrigin origin, MomentText clock) {
        source.setText("Source: " + origin.words(clock));
        var words = origin.remark();
        remark.setText(words.replace('\n', ' '));
        remark.setGraphic(origin.troubled() ? StatusGlyph.WARNING.node() : null);
        remark.getStyleClass().setAll("label", "small", origin.troubled() ? "warn-text" : "muted");
        if (origin.awaits()) {
            remark.getStyleClass().add(StatePlaceholder.AWAITING);
        }
        remark.setTooltip(words.isEmpty() ? null : new Tooltip(words));
    }
}

package tessera.ui.fleet;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.ui.fleet.FleetState.Figure;
import tessera.ui.kit.WholeParts;

/** Draws a headline figure. */
final class FigureBox {

    private FigureBox() {}

    static VBox of(Figure figure) {
        var title = new Label(figure.title());
        title.getStyleClass().add("figure-title");
        var head = new HBox(6, title);
        head.setAlignment(Pos.CENTER_LEFT);
        if (figure.sign() != null) {
            head.getChildren().addFirst(figure.sign().node());
        }
        var number = new Label(figure.number());
        number.getStyleClass().add("figure-number");
        var share = new Label(figure.share());
        share.getStyleClass().add("figure-share");
        var line = new HBox(8, number, share);
        line.setAlignment(Pos.BASELINE_LEFT);
        var detail = new WholeParts(figure.detail(), " · ", "figure-detail");
        var box = new VBox(head, line, detail);
        box.getStyleClass().add("figure");
        box.setId("figure-" + figure.title().toLowerCase(Locale.ROOT).replace(' ', '-'));
        box.setAccessibleText(
                "%s: %s %s, %s".formatted(figure.title(), figure.number(), figure.share(), figure.detail()));
        box.setMinWidth(0);
        return box;
    }
}

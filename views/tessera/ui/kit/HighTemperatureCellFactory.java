package tessera.ui.kit;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.alerts.TemperatureLimitViolation;

/** Table cell of a temperature above its alert threshold. FX thread. */
public final class HighTemperatureCellFactory {

    private HighTemperatureCellFactory() {}

    /** Returns the number, with a sign before it and in its colour. */
    public static Node cellOf(Label number, TemperatureLimitViolation heat) {
        var style = heat.isCritical() ? "danger" : "warn";
        number.getStyleClass().addAll(style + "-text", "hot-number");
        number.setMinWidth(Label.USE_PREF_SIZE);
        var before = number.getTooltip();
        TooltipFactory.install(number, before == null ? heat.text() : heat.text() + "\n" + before.getText());
        var sign = StatusGlyph.WARNING.node(style);
        sign.setAccessibleText(heat.text());
        var cell = new HBox(6, sign, number);
        cell.setAlignment(Pos.CENTER_RIGHT);
        return cell;
    }
}

package tessera.ui.kit;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.alerts.ThermalLimit;

/** Table cell of a temperature above its alert threshold. FX thread. */
public final class HeatCell {

    private HeatCell() {}

    /** Returns the number, with a sign before it and in its colour. */
    public static Node cellOf(Label number, ThermalLimit heat) {
        number.getStyleClass().addAll(heat.isCritical() ? "danger-text" : "warn-text", "hot-number");
        number.setMinWidth(Label.USE_PREF_SIZE);
        var before = number.getTooltip();
        TooltipText.install(number, before == null ? heat.text() : heat.text() + "\n" + before.getText());
        var sign = StatusGlyph.WARNING.node(heat.isCritical() ? "danger" : "warn");
        sign.setAccessibleText(heat.text());
        var cell = new HBox(6, sign, number);
        cell.setAlignment(Pos.CENTER_RIGHT);
        return cell;
    }
}

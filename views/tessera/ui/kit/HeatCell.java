package tessera.ui.kit;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.alerts.ThermalLimit;

/** A temperature that a rule calls too high, in a cell of a table. FX thread. */
public final class HeatCell {

    private HeatCell() {}

    /** The number, with a sign before it and in its colour. */
    public static Node of(Label number, ThermalLimit heat) {
        number.getStyleClass().addAll(heat.critical() ? "danger-text" : "warn-text", "hot-number");
        number.setMinWidth(Label.USE_PREF_SIZE);
        var before = number.getTooltip();
        TooltipText.on(number, before == null ? heat.words() : heat.words() + "\n" + before.getText());
        var sign = StatusGlyph.WARNING.node(heat.critical() ? "danger" : "warn");
        sign.setAccessibleText(heat.words());
        var cell = new HBox(6, sign, number);
        cell.setAlignment(Pos.CENTER_RIGHT);
        return cell;
    }
}

package tessera.ui.kit;

import javafx.scene.Node;
import org.controlsfx.control.PopOver;
import org.controlsfx.control.PopOver.ArrowLocation;

/** A pane that floats below a button and wears the theme; it needs no transparency of the desktop. */
public final class FloatingPane {

    private FloatingPane() {}

    /** A pane with this content, its corner at the button. */
    public static PopOver of(Node content, ArrowLocation corner) {
        var floating = new PopOver(content);
        floating.setArrowLocation(corner);
        floating.setArrowSize(0);
        floating.setArrowIndent(0);
        floating.setCornerRadius(0);
        floating.setDetachable(false);
        floating.setAnimated(false);
        // The control's own sheet is nearer to it than the scene's.
        floating.getRoot().getStylesheets().add(ColorTheme.sheet("floating.css"));
        return floating;
    }
}

package tessera.ui.kit;

import javafx.scene.Node;
import org.controlsfx.control.PopOver;
import org.controlsfx.control.PopOver.ArrowLocation;

/** A themed popup below a button, which needs no desktop transparency. */
public final class FloatingPopOver {

    private FloatingPopOver() {}

    /** Returns a popup with this content, its corner at the button. */
    public static PopOver create(Node content, ArrowLocation corner) {
        var floating = new PopOver(content);
        floating.setArrowLocation(corner);
        floating.setArrowSize(0);
        floating.setArrowIndent(0);
        floating.setCornerRadius(0);
        floating.setDetachable(false);
        floating.setAnimated(false);
        // The control's own sheet is nearer to it than the scene's.
        floating.getRoot().getStylesheets().add(ColorTheme.stylesheetUrl("floating.css"));
        return floating;
    }
}

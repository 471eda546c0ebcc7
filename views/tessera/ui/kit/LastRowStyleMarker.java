package tessera.ui.kit;

import javafx.beans.InvalidationListener;
import javafx.css.PseudoClass;
import javafx.scene.layout.Pane;

/** Marks the last row of a pane with the pseudo-class {@code last}: a line separates all others. FX thread. */
public final class LastRowStyleMarker {

    private static final PseudoClass LAST = PseudoClass.getPseudoClass("last");

    private LastRowStyleMarker() {}

    /** Keeps the mark up to date in a pane, and returns the pane. */
    public static <P extends Pane> P markIn(P rows) {
        InvalidationListener mark = changed -> {
            var children = rows.getChildren();
            for (int at = 0; at < children.size(); at++) {
                children.get(at).pseudoClassStateChanged(LAST, at == children.size() - 1);
            }
        };
        rows.getChildren().addListener(mark);
        mark.invalidated(rows.getChildren());
        return rows;
    }
}

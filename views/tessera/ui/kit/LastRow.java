package tessera.ui.kit;

import javafx.beans.InvalidationListener;
import javafx.css.PseudoClass;
import javafx.scene.layout.Pane;

/** Tells the last of some rows from the others, by the pseudo-class {@code last}: a line stands between two. FX thread. */
public final class LastRow {

    private static final PseudoClass LAST = PseudoClass.getPseudoClass("last");

    private LastRow() {}

    /** Keeps it told in a pane, whatever rows come and go. */
    public static <P extends Pane> P of(P rows) {
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

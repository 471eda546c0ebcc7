package tessera.ui.kit;

import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;

/** Words about a control for whoever rests on it. What shows them is made when somebody first does. FX thread. */
public final class Tips {

    private Tips() {}

    /** Tells these words from now on; none if they are empty. */
    public static void on(Control control, String words) {
        control.setAccessibleHelp(words);
        if (words.isEmpty()) {
            control.setTooltip(null);
            control.setOnMouseEntered(null);
        } else if (control.getTooltip() != null) {
            control.getTooltip().setText(words);
        } else {
            control.setOnMouseEntered(event -> {
                control.setTooltip(new Tooltip(control.getAccessibleHelp()));
                control.setOnMouseEntered(null);
            });
        }
    }
}

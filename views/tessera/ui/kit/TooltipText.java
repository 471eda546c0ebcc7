package tessera.ui.kit;

import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.model.PlainText;

/** Words about a control for whoever rests on it. What shows them is made when somebody first does. FX thread. */
public final class TooltipText {

    /** A line that is longer is read worse than several. */
    private static final double WIDEST = 480;

    private TooltipText() {}

    /** Words that are shown, on as many lines as they need. */
    static Tooltip of(String words) {
        var tip = new Tooltip(PlainText.of(words));
        tip.setWrapText(true);
        tip.setMaxWidth(WIDEST);
        return tip;
    }

    /** Tells these words from now on; none if they are empty. */
    public static void on(Control control, String words) {
        control.setAccessibleHelp(words);
        if (words.isEmpty()) {
            control.setTooltip(null);
            control.setOnMouseEntered(null);
        } else if (control.getTooltip() != null) {
            control.getTooltip().setText(PlainText.of(words));
        } else {
            control.setOnMouseEntered(event -> {
                control.setTooltip(of(control.getAccessibleHelp()));
                control.setOnMouseEntered(null);
            });
        }
    }

    /**
     * The place of a button whose name ends with why it cannot be pressed, which may be cut short: one that is disabled does
     * not notice the pointer, so this tells its name.
     */
    public static Region around(Labeled button) {
        var place = new StackPane(button);
        place.managedProperty().bind(button.managedProperty());
        var tip = new Tooltip();
        tip.textProperty().bind(button.textProperty());
        button.disableProperty().subscribe(disabled -> {
            if (disabled) {
                Tooltip.install(place, tip);
            } else {
                Tooltip.uninstall(place, tip);
            }
        });
        return place;
    }
}

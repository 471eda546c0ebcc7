package tessera.ui.kit;

import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.model.ForeignTextSanitizer;

/** Tooltips of controls. What shows them is made when somebody first does. FX thread. */
public final class TooltipFactory {

    /** A line that is longer is read worse than several. */
    private static final double WIDEST = 480;

    private TooltipFactory() {}

    /** Returns a tooltip that wraps its text. */
    static Tooltip createTooltip(String text) {
        var tip = new Tooltip(ForeignTextSanitizer.sanitize(text));
        tip.setWrapText(true);
        tip.setMaxWidth(WIDEST);
        return tip;
    }

    /** Sets the tooltip of a control; an empty text removes it. */
    public static void install(Control control, String text) {
        control.setAccessibleHelp(text);
        if (text.isEmpty()) {
            control.setTooltip(null);
            control.setOnMouseEntered(null);
        } else if (control.getTooltip() != null) {
            control.getTooltip().setText(ForeignTextSanitizer.sanitize(text));
        } else {
            control.setOnMouseEntered(event -> {
                control.setTooltip(createTooltip(control.getAccessibleHelp()));
                control.setOnMouseEntered(null);
            });
        }
    }

    /**
     * Returns a container that shows the tooltip of a disabled button, which does not receive the pointer itself.
     */
    public static Region wrapForTooltip(Labeled button) {
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

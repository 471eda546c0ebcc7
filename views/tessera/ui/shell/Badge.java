package tessera.ui.shell;

import java.util.List;
import java.util.Locale;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import tessera.alerts.Alert;
import tessera.alerts.AlertsState;
import tessera.alerts.Severity;
import tessera.ui.kit.Numbers;

/** How much fires, beside an icon: a number in a shape of its own for each severity. FX thread. */
final class Badge {

    private static final int MOST = 99;

    private final Label number = new Label();
    private final StackPane node;

    Badge(String id, Node icon) {
        number.setId(id);
        number.getStyleClass().add("badge");
        number.setVisible(false);
        // Over the icon's corner, which stays where it is.
        number.setManaged(false);
        node = new StackPane(icon, number) {
            @Override
            protected void layoutChildren() {
                super.layoutChildren();
                number.autosize();
                number.relocate(getWidth() / 2 + 2, -5);
            }
        };
    }

    Node node() {
        return node;
    }

    /** Shows how many there are, or nothing where there are none; says so in words. */
    String show(List<Alert> loud) {
        var worst = AlertsState.worst(loud);
        number.setVisible(worst.isPresent());
        number.setText(loud.size() > MOST ? MOST + "+" : Integer.toString(loud.size()));
        for (var severity : Severity.values()) {
            number.pseudoClassStateChanged(PseudoClass.getPseudoClass(name(severity)),
                    worst.filter(severity::equals).isPresent());
        }
        node.requestLayout();
        return worst.map(severity -> "%s, the worst is %s".formatted(
                Numbers.of(loud.size(), "alert") + (loud.size() == 1 ? " fires" : " fire"),
                severity == Severity.INFO ? "for information" : name(severity))).orElse("");
    }

    private static String name(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}

package tessera.ui.shell;

import java.util.Locale;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import tessera.alerts.Severity;
import tessera.ui.alerts.ActiveAlerts.Urgent;
import tessera.ui.kit.NumberText;

/** How much fires, beside an icon: a number in a shape of its own for each severity. FX thread. */
final class AlertBadge {

    private static final int MOST = 99;

    private final Label number = new Label();
    private final StackPane node;

    AlertBadge(String id, Node icon) {
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
    String show(Urgent urgent) {
        var worst = urgent.worst();
        int rows = urgent.rows();
        number.setVisible(worst.isPresent());
        number.setText(rows > MOST ? MOST + "+" : Integer.toString(rows));
        for (var severity : Severity.values()) {
            number.pseudoClassStateChanged(PseudoClass.getPseudoClass(name(severity)),
                    worst.filter(severity::equals).isPresent());
        }
        node.requestLayout();
        return worst.map(severity -> "%s, the worst is %s".formatted(
                NumberText.of(urgent.things(), "alert") + (urgent.things() == 1 ? " fires" : " fire")
                        + (rows == urgent.things() ? "" : " in " + NumberText.of(rows, "row")),
                severity == Severity.INFO ? "for information" : name(severity))).orElse("");
    }

    private static String name(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}

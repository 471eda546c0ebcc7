package tessera.ui.shell;

import java.util.Locale;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;
import tessera.ui.kit.GroupedNumberFormatter;

/** Number of firing alerts beside an icon: one in a shape of its own for each severity. FX thread. */
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

    /** Shows the number of alerts, or nothing where there are none; returns it as text. */
    String countText(UrgentProblemCount urgent) {
        var worst = urgent.worstSeverity();
        int rows = urgent.rows();
        number.setVisible(worst.isPresent());
        number.setText(rows > MOST ? MOST + "+" : Integer.toString(rows));
        for (var alertOrFindingSeverity : AlertOrFindingSeverity.values()) {
            number.pseudoClassStateChanged(PseudoClass.getPseudoClass(severityName(alertOrFindingSeverity)),
                    worst.filter(alertOrFindingSeverity::equals).isPresent());
        }
        node.requestLayout();
        return worst.map(alertOrFindingSeverity -> "%s, the worst is %s".formatted(
                GroupedNumberFormatter.withNoun(urgent.problems(), "alert")
                        + (urgent.problems() == 1 ? " fires" : " fire")
                        + (rows == urgent.problems() ? "" : " in " + GroupedNumberFormatter.withNoun(rows, "row")),
                alertOrFindingSeverity == AlertOrFindingSeverity.INFO ? "for information"
                        : severityName(alertOrFindingSeverity)))
                .orElse("");
    }

    private static String severityName(AlertOrFindingSeverity alertOrFindingSeverity) {
        return alertOrFindingSeverity.name().toLowerCase(Locale.ROOT);
    }
}

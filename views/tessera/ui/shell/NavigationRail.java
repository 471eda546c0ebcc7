package tessera.ui.shell;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.text.MessageCatalog;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TooltipFactory;

/** Navigation between screens: one icon and one word each. */
final class NavigationRail {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NavigationRail.class);

    private final VBox node = new VBox();
    private final Map<ScreenDestination, ToggleButton> buttons = new EnumMap<>(ScreenDestination.class);
    private UrgentProblemCount urgentCount = UrgentProblemCount.NONE;
    private final AlertBadge alerts = new AlertBadge("rail-badge-alerts", ScreenDestination.ALERTS.icon().node());

    NavigationRail(Consumer<ScreenDestination> go) {
        node.setId("rail");
        node.getStyleClass().add("rail");
        for (var destination : ScreenDestination.ALL) {
            var icon = destination == ScreenDestination.ALERTS ? alerts.node() : destination.icon().node();
            var button = LayoutBoxFactory.withStyle(new ToggleButton(destination.title(), icon), "rail-item");
            button.setId("rail-" + destination.name().toLowerCase(Locale.ROOT));
            button.setContentDisplay(ContentDisplay.TOP);
            TooltipFactory.install(button, destinationLabel(destination));
            button.setOnAction(event -> go.accept(destination));
            buttons.put(destination, button);
            node.getChildren().add(button);
        }
    }

    private static String destinationLabel(ScreenDestination destination) {
        int at = ScreenDestination.ALL.indexOf(destination);
        // Not formatted: what formats numbers is read when first wanted, before the window is painted if that is here.
        return at < ScreenDestination.BY_DIGIT ? destination.title() + " (" + (at + 1) + ")" : destination.title();
    }

    VBox node() {
        return node;
    }

    /** Shows the number of alerts on the entry of the alerts screen. */
    void showAlerts(UrgentProblemCount urgent) {
        if (urgent.equals(urgentCount)) {
            return;
        }
        urgentCount = urgent;
        var button = Objects.requireNonNull(buttons.get(ScreenDestination.ALERTS));
        var said = alerts.countText(urgent);
        var title = ScreenDestination.ALERTS.title();
        TooltipFactory.install(button, said.isEmpty() ? destinationLabel(ScreenDestination.ALERTS)
                : MESSAGES.text("rail.alertsTooltip", destinationLabel(ScreenDestination.ALERTS), said));
        button.setAccessibleText(said.isEmpty() ? title : MESSAGES.text("rail.alerts", title, said));
    }

    /** Removes the mark, as none of the screens is shown. */
    void unmark() {
        buttons.values().forEach(button -> button.setSelected(false));
    }

    void markCurrent(ScreenDestination current) {
        buttons.forEach((destination, button) -> button.setSelected(destination == current));
    }

    /** Number of firing alerts beside an icon: one in a shape of its own for each severity. FX thread. */
    private static final class AlertBadge {

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
            return worst.map(alertOrFindingSeverity -> MESSAGES.text("rail.alertCount", urgent.problems(),
                    rows == urgent.problems() ? 0 : rows, alertOrFindingSeverity)).orElse("");
        }

        private static String severityName(AlertOrFindingSeverity alertOrFindingSeverity) {
            return alertOrFindingSeverity.name().toLowerCase(Locale.ROOT);
        }
    }
}

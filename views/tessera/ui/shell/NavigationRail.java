package tessera.ui.shell;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;
import tessera.ui.kit.TooltipFactory;

/** Navigation between screens: one icon and one word each. */
final class NavigationRail {

    /** It is another number than that on the fleet, and neither is wrong. */
    private static final String COUNTED = """

            Rules that fire, by what is measured and for how long; without what is acknowledged or for information.
            What keeps GPUs from work at this moment is under Needs attention on the Fleet screen.""";

    private final VBox node = new VBox();
    private final Map<ScreenDestination, ToggleButton> buttons = new EnumMap<>(ScreenDestination.class);
    private UrgentProblemCount urgentCount = UrgentProblemCount.NONE;
    private final AlertBadge alerts = new AlertBadge("rail-badge-alerts", ScreenDestination.ALERTS.icon().node());

    NavigationRail(Consumer<ScreenDestination> go) {
        node.setId("rail");
        node.getStyleClass().add("rail");
        for (var destination : ScreenDestination.ALL) {
            var icon = destination == ScreenDestination.ALERTS ? alerts.node() : destination.icon().node();
            var button = new ToggleButton(destination.title(), icon);
            button.setId("rail-" + destination.name().toLowerCase(Locale.ROOT));
            button.setContentDisplay(ContentDisplay.TOP);
            button.getStyleClass().add("rail-item");
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
        TooltipFactory.install(button,
                destinationLabel(ScreenDestination.ALERTS) + (said.isEmpty() ? "" : ": " + said + COUNTED));
        button.setAccessibleText(ScreenDestination.ALERTS.title() + (said.isEmpty() ? "" : ": " + said));
    }

    /** Removes the mark, as none of the screens is shown. */
    void unmark() {
        buttons.values().forEach(button -> button.setSelected(false));
    }

    void markCurrent(ScreenDestination current) {
        buttons.forEach((destination, button) -> button.setSelected(destination == current));
    }
}

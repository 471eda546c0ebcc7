package tessera.ui.shell;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;

/** The way from screen to screen: one icon and one word each. */
final class Rail {

    private final VBox node = new VBox();
    private final Map<Destination, ToggleButton> buttons = new EnumMap<>(Destination.class);

    Rail(Consumer<Destination> go) {
        node.setId("rail");
        node.getStyleClass().add("rail");
        for (var destination : Destination.ALL) {
            var button = new ToggleButton(destination.title(), destination.icon().node());
            button.setId("rail-" + destination.name().toLowerCase(Locale.ROOT));
            button.setContentDisplay(ContentDisplay.TOP);
            button.getStyleClass().add("rail-item");
            button.setTooltip(new Tooltip("%s (%d)".formatted(destination.title(), node.getChildren().size() + 1)));
            button.setOnAction(event -> go.accept(destination));
            buttons.put(destination, button);
            node.getChildren().add(button);
        }
    }

    VBox node() {
        return node;
    }

    void mark(Destination current) {
        buttons.forEach((destination, button) -> button.setSelected(destination == current));
    }
}

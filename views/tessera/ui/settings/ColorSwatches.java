package tessera.ui.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import tessera.settings.ClusterContextColor;

/** Colours to choose from, each with its name, and no colour. */
final class ColorSwatches {

    private final HBox node = new HBox(4);

    /** @param wanted is given the colour; null for none in particular */
    ColorSwatches(String id, Consumer<@Nullable ClusterContextColor> wanted) {
        node.setAlignment(Pos.CENTER_LEFT);
        Stream.concat(Stream.of(Optional.<ClusterContextColor>empty()),
                Arrays.stream(ClusterContextColor.values()).map(Optional::of))
                .forEach(colour -> node.getChildren().add(colorSwatch(id, colour, wanted)));
    }

    private static ToggleButton colorSwatch(String id, Optional<ClusterContextColor> colour,
            Consumer<@Nullable ClusterContextColor> wanted) {
        var name = colour.map(contextColour -> contextColour.name().toLowerCase(Locale.ROOT)).orElse("usual");
        var button = new ToggleButton();
        if (colour.isPresent()) {
            var mark = new Region();
            mark.getStyleClass().addAll("context-mark", "colour-" + name);
            button.setGraphic(mark);
        } else {
            button.setText("usual");
        }
        button.setId(id + "-" + name);
        button.setUserData(colour);
        button.setAccessibleText("Colour " + name);
        button.setTooltip(new Tooltip(colour.isPresent() ? name : "The colour of its kind"));
        button.getStyleClass().addAll("flat", "swatch");
        button.setOnAction(event -> {
            button.setSelected(true);
            wanted.accept(colour.orElse(null));
        });
        return button;
    }

    Node node() {
        return node;
    }

    void showColor(Optional<ClusterContextColor> settled) {
        for (var child : node.getChildren()) {
            ((ToggleButton) child).setSelected(settled.equals(child.getUserData()));
        }
    }
}

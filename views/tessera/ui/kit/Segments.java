package tessera.ui.kit;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import org.controlsfx.control.SegmentedButton;

/**
 * A row of choices of which exactly one holds.
 *
 * @param <C> what is chosen
 */
public final class Segments<C> {

    private final SegmentedButton node = new SegmentedButton();
    private final ToggleGroup group = new ToggleGroup();
    private final ObjectProperty<C> chosen;
    private final List<C> choices;

    /** @param id prefix of the buttons' ids */
    public Segments(String id, List<C> choices, Function<C, String> title) {
        this.choices = List.copyOf(choices);
        this.chosen = new SimpleObjectProperty<>(choices.getFirst());
        node.setToggleGroup(group);
        node.getStyleClass().add("segments");
        for (var choice : choices) {
            var button = new ToggleButton(title.apply(choice));
            button.setId(id + "-" + choice.toString().toLowerCase(Locale.ROOT));
            button.setUserData(choice);
            button.setOnAction(event -> choose(choice));
            node.getButtons().add(button);
        }
        chosen.addListener((property, before, now) -> mark());
        mark();
    }

    public SegmentedButton node() {
        return node;
    }

    public ObjectProperty<C> chosenProperty() {
        return chosen;
    }

    public void choose(C choice) {
        chosen.set(choice);
        mark();
    }

    /** Changes what a choice is called, for instance because it counts something. */
    public void rename(C choice, String title) {
        node.getButtons().get(choices.indexOf(choice)).setText(title);
    }

    private void mark() {
        node.getButtons().forEach(button -> button.setSelected(chosen.get().equals(button.getUserData())));
    }
}

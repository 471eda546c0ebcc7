package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import org.controlsfx.control.SegmentedButton;

/**
 * A row of toggle buttons of which exactly one is selected.
 *
 * @param <C> what is chosen
 */
public final class SegmentedChoiceControl<C> {

    private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");

    private final SegmentedButton node = new SegmentedButton();
    private final ToggleGroup group = new ToggleGroup();
    private final ObjectProperty<C> selection;
    private final List<C> choices;
    private final List<ToggleButton> buttons = new ArrayList<>();
    private List<String> keys = List.of();

    /** @param id prefix of the buttons' ids */
    public SegmentedChoiceControl(String id, List<C> choices, Function<C, String> title) {
        this.choices = List.copyOf(choices);
        this.selection = new SimpleObjectProperty<>(choices.getFirst());
        node.setToggleGroup(group);
        node.getStyleClass().add("segments");
        for (var choice : choices) {
            var button = new ToggleButton(title.apply(choice));
            button.setId(id + "-" + choice.toString().toLowerCase(Locale.ROOT));
            button.setUserData(choice);
            button.setOnAction(event -> choose(choice));
            buttons.add(button);
        }
        node.getButtons().setAll(buttons);
        selection.addListener((property, before, now) -> updateMarks());
        updateMarks();
    }

    public SegmentedButton node() {
        return node;
    }

    public ObjectProperty<C> chosenProperty() {
        return selection;
    }

    public void choose(C choice) {
        selection.set(choice);
        updateMarks();
    }

    /** Changes the title of a choice, for instance because it contains a count. */
    public void rename(C choice, String title) {
        buttons.get(choices.indexOf(choice)).setText(title);
    }

    /** Offers a choice, or withdraws it. */
    public void setOffered(C choice, boolean offered) {
        var button = buttons.get(choices.indexOf(choice));
        if (node.getButtons().contains(button) != offered) {
            node.getButtons().setAll(buttons.stream()
                    .filter(each -> each.equals(button) ? offered : node.getButtons().contains(each)).toList());
        }
    }

    /** Underlines the letter of each choice that selects it, or shows the letter behind a title without it. */
    public SegmentedChoiceControl<C> withKeyHints(Function<C, String> key) {
        keys = choices.stream().map(key).toList();
        for (int i = 0; i < buttons.size(); i++) {
            var button = buttons.get(i);
            button.setAccessibleText(button.getText());
            button.setText(hintedText(button.getText(), keys.get(i), true));
        }
        node.getStyleClass().add("keyed");
        return this;
    }

    private static String hintedText(String title, String key, boolean roomy) {
        int at = title.toUpperCase(Locale.ROOT).indexOf(key);
        if (at >= 0) {
            return title.substring(0, at) + "_" + title.substring(at);
        }
        return roomy ? "%s (_%s)".formatted(title, key) : title;
    }

    /** Uses less room around each choice, or the usual one. */
    public void setTight(boolean tight) {
        node.pseudoClassStateChanged(TIGHT, tight);
    }

    /**
     * Shows only the key letters of the choices, or their full titles.
     *
     * @param roomy whether there is room for the letters of titles that do not contain them
     */
    public void setAbbreviated(boolean letters, boolean roomy) {
        for (int i = 0; i < buttons.size(); i++) {
            var button = buttons.get(i);
            button.setText(letters ? "_" + keys.get(i) : hintedText(button.getAccessibleText(), keys.get(i), roomy));
            button.setMinWidth(letters ? Region.USE_PREF_SIZE : Region.USE_COMPUTED_SIZE);
        }
    }

    private void updateMarks() {
        buttons.forEach(button -> button.setSelected(selection.get().equals(button.getUserData())));
    }
}

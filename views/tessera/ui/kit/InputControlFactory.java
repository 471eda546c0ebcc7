package tessera.ui.kit;

import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;

/** Controls that take an answer or an order, with the ids that they are known by. FX thread. */
public final class InputControlFactory {

    private InputControlFactory() {}

    /**
     * Returns a field for a line of text.
     *
     * @param prompt shown while the field is empty; may be empty
     */
    public static TextField textField(String id, String prompt) {
        var field = new TextField();
        field.setId(id);
        field.setPromptText(prompt);
        return field;
    }

    /** Returns a field that is not wider than its answers need. */
    public static TextField narrowTextField(String id, String prompt, double widest) {
        var field = textField(id, prompt);
        field.setMaxWidth(widest);
        return field;
    }

    public static CheckBox checkBox(String id, String text) {
        var box = new CheckBox(text);
        box.setId(id);
        return box;
    }

    public static Button button(String text, Runnable action) {
        var button = new Button(text);
        button.setOnAction(_ -> action.run());
        return button;
    }

    public static Button button(String id, String text, Runnable action) {
        var button = button(text, action);
        button.setId(id);
        return button;
    }

    /** Returns a button whose text is never cut. */
    public static Button wholeButton(String id, String text, Runnable action) {
        var button = button(id, text, action);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    /** Returns a link that does something. */
    public static Hyperlink link(String text, Runnable action, String... styles) {
        var link = new Hyperlink(text);
        link.getStyleClass().addAll(styles);
        link.setOnAction(_ -> action.run());
        return link;
    }

    public static MenuItem menuItem(String text, Runnable action) {
        var item = new MenuItem(text);
        item.setOnAction(_ -> action.run());
        return item;
    }
}

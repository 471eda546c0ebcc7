package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Toggle;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/** Whether somebody has answered the questions of a form otherwise than it proposed. FX thread. */
final class FormInput {

    private final ChangeForm form;
    /** What stood there when somebody first put a hand to it: forms go on to fill themselves in until then. */
    private @Nullable List<Object> proposed;

    private FormInput(ChangeForm form) {
        this.form = form;
        form.node().addEventFilter(KeyEvent.KEY_PRESSED, event -> begin());
        form.node().addEventFilter(MouseEvent.MOUSE_PRESSED, event -> begin());
    }

    private void begin() {
        if (proposed == null) {
            proposed = answers();
        }
    }

    /** That of a form, from the first time on that it is asked for. */
    static FormInput of(ChangeForm form) {
        return (FormInput) form.node().getProperties().computeIfAbsent(FormInput.class, _ -> new FormInput(form));
    }

    boolean any() {
        return proposed != null && !proposed.equals(answers());
    }

    /** What was entered has had its effect. */
    void settle() {
        proposed = null;
    }

    private List<Object> answers() {
        var answers = new ArrayList<Object>(List.of(form.intent().getValue()));
        form.node().lookupAll("*").stream().map(FormInput::answer).forEach(answers::add);
        answers.removeIf(""::equals);
        return answers;
    }

    private static Object answer(Node node) {
        return switch (node) {
            case TextInputControl field -> field.getText() == null ? "" : field.getText();
            case ComboBoxBase<?> choice -> choice.getValue() == null ? "" : choice.getValue();
            case CheckBox box -> box.isSelected();
            case Toggle toggle -> toggle.isSelected();
            default -> "";
        };
    }
}

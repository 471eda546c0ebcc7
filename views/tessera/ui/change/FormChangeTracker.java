package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Toggle;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/** Tracks whether the user has changed the answers of a form from what it proposed. FX thread. */
final class FormChangeTracker {

    private final ChangeIntentForm form;
    /** What stood there when somebody first put a hand to it: forms go on to fill themselves in until then. */
    private @Nullable List<Object> proposed;

    private FormChangeTracker(ChangeIntentForm form) {
        this.form = form;
        form.node().addEventFilter(KeyEvent.KEY_PRESSED, event -> noteProposal());
        form.node().addEventFilter(MouseEvent.MOUSE_PRESSED, event -> noteProposal());
    }

    private void noteProposal() {
        if (proposed == null) {
            proposed = answers();
        }
    }

    /** Returns the tracker of a form, created at the first call. */
    static FormChangeTracker forForm(ChangeIntentForm form) {
        return (FormChangeTracker) form.node().getProperties().computeIfAbsent(FormChangeTracker.class,
                _ -> new FormChangeTracker(form));
    }

    boolean hasChanges() {
        return proposed != null && !proposed.equals(answers());
    }

    /** Forgets the changes, because they have had their effect. */
    void markSettled() {
        proposed = null;
    }

    private List<Object> answers() {
        var answers = new ArrayList<Object>(List.of(form.intent().getValue()));
        form.node().lookupAll("*").stream().map(FormChangeTracker::answerOf).forEach(answers::add);
        answers.removeIf(""::equals);
        return answers;
    }

    private static Object answerOf(Node node) {
        return switch (node) {
            case TextInputControl field -> Objects.requireNonNullElse(field.getText(), "");
            case ComboBoxBase<?> choice -> choice.getValue() == null ? "" : choice.getValue();
            case CheckBox box -> box.isSelected();
            case Toggle toggle -> toggle.isSelected();
            default -> "";
        };
    }
}

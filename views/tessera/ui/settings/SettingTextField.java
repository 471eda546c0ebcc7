package tessera.ui.settings;

import java.util.function.Consumer;
import javafx.scene.control.TextField;

/** Text field that shows a setting, and reports the typed text when the user is done with it. */
final class SettingTextField {

    private final TextField field = new TextField();
    private String savedValue = "";

    SettingTextField(String id, String prompt, Consumer<String> wanted) {
        field.setId(id);
        field.setPromptText(prompt);
        field.setAccessibleText(prompt);
        field.setOnAction(event -> reportText(wanted));
        field.focusedProperty().subscribe((_, now) -> {
            if (!now) {
                reportText(wanted);
            }
        });
    }

    private void reportText(Consumer<String> wanted) {
        if (!field.getText().strip().equals(savedValue)) {
            savedValue = field.getText().strip();
            wanted.accept(savedValue);
        }
    }

    TextField node() {
        return field;
    }

    void show(String newest) {
        if (!newest.equals(savedValue)) {
            savedValue = newest;
            field.setText(newest);
        }
    }

    /** Shows the saved value again, because the typed text is invalid. */
    void restore(String newest) {
        savedValue = newest;
        field.setText(newest);
    }
}

package tessera.ui.settings;

import java.util.function.Consumer;
import javafx.scene.control.TextField;

/** A field that shows what is settled, and tells what was typed when the user is done with it. */
final class SettingField {

    private final TextField field = new TextField();
    private String settled = "";

    SettingField(String id, String prompt, Consumer<String> wanted) {
        field.setId(id);
        field.setPromptText(prompt);
        field.setAccessibleText(prompt);
        field.setOnAction(event -> tell(wanted));
        field.focusedProperty().subscribe((_, now) -> {
            if (!now) {
                tell(wanted);
            }
        });
    }

    private void tell(Consumer<String> wanted) {
        if (!field.getText().strip().equals(settled)) {
            settled = field.getText().strip();
            wanted.accept(settled);
        }
    }

    TextField node() {
        return field;
    }

    void show(String newest) {
        if (!newest.equals(settled)) {
            settled = newest;
            field.setText(newest);
        }
    }

    /** Shows again what is settled, because what was typed means nothing. */
    void putBack(String newest) {
        settled = newest;
        field.setText(newest);
    }
}

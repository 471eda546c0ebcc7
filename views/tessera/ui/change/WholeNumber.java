package tessera.ui.change;

import java.util.OptionalLong;
import javafx.scene.control.TextField;

/** A whole number that somebody types. */
final class WholeNumber {

    private WholeNumber() {}

    /** What is typed; empty where that is no number, or too large a one. */
    static OptionalLong read(TextField field, long most) {
        var text = field.getText().trim();
        if (!text.matches("[0-9]{1,6}")) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(text);
        return number <= most ? OptionalLong.of(number) : OptionalLong.empty();
    }
}

package tessera.ui.change;

import java.util.OptionalLong;
import javafx.scene.control.TextField;

/** Reads a whole number from a text field. */
final class WholeNumberTextFieldReader {

    private WholeNumberTextFieldReader() {}

    /** Reads the number; empty where the text is no number or exceeds the maximum. */
    static OptionalLong read(TextField field, long maximum) {
        var text = field.getText().trim();
        if (!text.matches("[0-9]{1,6}")) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(text);
        if (number <= maximum) {
            return OptionalLong.of(number);
        }
        return OptionalLong.empty();
    }
}

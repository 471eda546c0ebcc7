package tessera.ui.kit;

import java.util.function.Function;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/**
 * Texts of the values that a control offers; nobody types one.
 *
 * @param <T> what is offered
 */
public final class DisplayTextConverter<T> extends StringConverter<T> {

    private final Function<T, String> text;

    public DisplayTextConverter(Function<T, String> text) {
        this.text = text;
    }

    @Override
    public String toString(@Nullable T value) {
        return value == null ? "" : text.apply(value);
    }

    @Override
    public @Nullable T fromString(String typed) {
        return null;
    }
}

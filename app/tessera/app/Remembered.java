package tessera.app;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.Theme;

/**
 * What the window remembers by itself.
 *
 * @param theme its look
 * @param parts columns, orders and the like, by name
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Remembered(@Nullable Theme theme, Map<String, String> parts) {

    static final Remembered NOTHING = new Remembered(Theme.DARK, Map.of());

    @SuppressWarnings("NullAway") // a file may leave out what it has no word on
    Remembered {
        parts = parts == null ? Map.of() : Map.copyOf(parts);
    }

    Theme themeOrDark() {
        return theme == null ? Theme.DARK : theme;
    }

    Remembered withTheme(Theme chosen) {
        return new Remembered(chosen, parts);
    }

    Remembered with(String name, String value) {
        var more = new TreeMap<>(parts);
        more.put(name, value);
        return new Remembered(theme, more);
    }
}

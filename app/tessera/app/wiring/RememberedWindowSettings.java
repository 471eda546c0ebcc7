package tessera.app.wiring;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.TreeMap;

/**
 * The window's remembered settings, by name.
 *
 * @param parts columns, orders and the like, by name
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record RememberedWindowSettings(Map<String, String> parts) {

    static final RememberedWindowSettings NOTHING = new RememberedWindowSettings(Map.of());

    @SuppressWarnings("NullAway") // a file may leave out what it has no word on
    RememberedWindowSettings {
        parts = parts == null ? Map.of() : Map.copyOf(parts);
    }

    RememberedWindowSettings withSetting(String name, String value) {
        var more = new TreeMap<>(parts);
        more.put(name, value);
        return new RememberedWindowSettings(more);
    }
}

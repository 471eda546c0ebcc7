package tessera.app;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.ui.Clusters.Kind;
import tessera.ui.kit.Theme;

/**
 * What the user settled once: the content of the settings file.
 *
 * @param theme        the look of the window
 * @param readOnly     whether changes are refused in every cluster
 * @param accelerators extended resources to be counted as devices, beside those the product knows
 * @param contexts     what holds for one context only, by its name
 * @param window       what the window remembers by itself
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Settings(@Nullable Theme theme, boolean readOnly, List<String> accelerators, Map<String, ForContext> contexts,
        Map<String, String> window) {

    /**
     * What holds for one context.
     *
     * @param readOnly   whether changes are refused there
     * @param kind       how the window marks it
     * @param namespaces where to look for pods if they may not be listed cluster-wide
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record ForContext(boolean readOnly, @Nullable Kind kind, List<String> namespaces) {

        static final ForContext NOTHING = new ForContext(false, null, List.of());

        @SuppressWarnings("NullAway") // a file may leave out what it has no word on
        ForContext {
            namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
        }

        Kind kindOrPlain() {
            return kind == null ? Kind.PLAIN : kind;
        }
    }

    static final Settings DEFAULTS = new Settings(Theme.DARK, false, List.of(), Map.of(), Map.of());

    @SuppressWarnings("NullAway") // a file may leave out what it has no word on
    Settings {
        accelerators = accelerators == null ? List.of() : List.copyOf(accelerators);
        contexts = contexts == null ? Map.of() : Map.copyOf(contexts);
        window = window == null ? Map.of() : Map.copyOf(window);
    }

    Theme themeOrDark() {
        return theme == null ? Theme.DARK : theme;
    }

    ForContext forContext(String name) {
        return contexts.getOrDefault(name, ForContext.NOTHING);
    }

    Settings withTheme(Theme chosen) {
        return new Settings(chosen, readOnly, accelerators, contexts, window);
    }

    Settings remembering(String key, String value) {
        var more = new TreeMap<>(window);
        more.put(key, value);
        return new Settings(theme, readOnly, accelerators, contexts, more);
    }
}

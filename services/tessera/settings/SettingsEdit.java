package tessera.settings;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing to be settled otherwise.
 *
 * @param path  where it stands in the file, the outermost name first
 * @param value a text, number, truth or list of texts; null to say nothing of it any more, so that the default serves
 */
public record SettingsEdit(List<String> path, @Nullable Object value) {

    public SettingsEdit {
        path = List.copyOf(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("An edit is about something");
        }
    }

    /** The default serves again. */
    public static SettingsEdit forget(String... path) {
        return new SettingsEdit(List.of(path), null);
    }

    public static SettingsEdit theme(WindowAppearance.Tone theme) {
        return new SettingsEdit(List.of("appearance", "theme"), word(theme));
    }

    public static SettingsEdit density(WindowAppearance.Density density) {
        return new SettingsEdit(List.of("appearance", "density"), word(density));
    }

    public static SettingsEdit fontSize(int pixels) {
        return new SettingsEdit(List.of("appearance", "fontSize"), pixels);
    }

    public static SettingsEdit motion(WindowAppearance.Motion motion) {
        return new SettingsEdit(List.of("appearance", "motion"), word(motion));
    }

    public static SettingsEdit readOnly(boolean everywhere) {
        return new SettingsEdit(List.of("readOnly"), everywhere ? true : null);
    }

    /** Of one context. */
    public static SettingsEdit readOnly(String context, boolean refused) {
        return new SettingsEdit(List.of("contexts", context, "readOnly"), refused ? true : null);
    }

    public static SettingsEdit kind(String context, ContextKind kind) {
        return new SettingsEdit(List.of("contexts", context, "kind"), kind == ContextKind.PLAIN ? null : word(kind));
    }

    /**
     * By which colour a context is marked.
     *
     * @param colour null for that of its kind
     */
    public static SettingsEdit colour(String context, @Nullable ContextColour colour) {
        return new SettingsEdit(List.of("contexts", context, "colour"), colour == null ? null : word(colour));
    }

    /**
     * A term of the Prometheus that is asked about a context.
     *
     * @param term such as {@code url}
     * @param text blank for none
     */
    public static SettingsEdit prometheus(String context, String term, String text) {
        return new SettingsEdit(List.of("contexts", context, "prometheus", term), text.isBlank() ? null : text.strip());
    }

    public static SettingsEdit threshold(String rule, double threshold) {
        return new SettingsEdit(List.of("alerts", "thresholds", rule), threshold);
    }

    /** The threshold that ships with the product serves again. */
    public static SettingsEdit usualThreshold(String rule) {
        return forget("alerts", "thresholds", rule);
    }

    /**
     * Which rules are silent.
     *
     * @param rules that do not alarm
     */
    public static SettingsEdit off(List<String> rules) {
        return new SettingsEdit(List.of("alerts", "off"), rules.isEmpty() ? null : List.copyOf(rules));
    }

    public static SettingsEdit notifications(NotificationSettings wanted) {
        return new SettingsEdit(List.of("notifications"), wanted == NotificationSettings.OFF ? null : word(wanted));
    }

    public static SettingsEdit history(int megabytes) {
        return new SettingsEdit(List.of("history", "megabytes"),
                megabytes == Settings.USUAL_HISTORY ? null : megabytes);
    }

    public static SettingsEdit kubeconfigs(List<String> files) {
        return new SettingsEdit(List.of("kubeconfigs"), files.isEmpty() ? null : List.copyOf(files));
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}

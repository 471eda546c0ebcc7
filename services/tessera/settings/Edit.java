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
public record Edit(List<String> path, @Nullable Object value) {

    public Edit {
        path = List.copyOf(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("An edit is about something");
        }
    }

    /** The default serves again. */
    public static Edit forget(String... path) {
        return new Edit(List.of(path), null);
    }

    public static Edit theme(Appearance.Tone theme) {
        return new Edit(List.of("appearance", "theme"), word(theme));
    }

    public static Edit density(Appearance.Density density) {
        return new Edit(List.of("appearance", "density"), word(density));
    }

    public static Edit fontSize(int pixels) {
        return new Edit(List.of("appearance", "fontSize"), pixels);
    }

    public static Edit motion(Appearance.Motion motion) {
        return new Edit(List.of("appearance", "motion"), word(motion));
    }

    public static Edit readOnly(boolean everywhere) {
        return new Edit(List.of("readOnly"), everywhere ? true : null);
    }

    /** Of one context. */
    public static Edit readOnly(String context, boolean refused) {
        return new Edit(List.of("contexts", context, "readOnly"), refused ? true : null);
    }

    public static Edit kind(String context, ContextKind kind) {
        return new Edit(List.of("contexts", context, "kind"), kind == ContextKind.PLAIN ? null : word(kind));
    }

    /**
     * By which colour a context is marked.
     *
     * @param colour null for that of its kind
     */
    public static Edit colour(String context, @Nullable ContextColour colour) {
        return new Edit(List.of("contexts", context, "colour"), colour == null ? null : word(colour));
    }

    /**
     * A term of the Prometheus that is asked about a context.
     *
     * @param term such as {@code url}
     * @param text blank for none
     */
    public static Edit prometheus(String context, String term, String text) {
        return new Edit(List.of("contexts", context, "prometheus", term), text.isBlank() ? null : text.strip());
    }

    public static Edit threshold(String rule, double threshold) {
        return new Edit(List.of("alerts", "thresholds", rule), threshold);
    }

    /** The threshold that ships with the product serves again. */
    public static Edit usualThreshold(String rule) {
        return forget("alerts", "thresholds", rule);
    }

    /**
     * Which rules are silent.
     *
     * @param rules that do not alarm
     */
    public static Edit off(List<String> rules) {
        return new Edit(List.of("alerts", "off"), rules.isEmpty() ? null : List.copyOf(rules));
    }

    public static Edit notifications(Notifications wanted) {
        return new Edit(List.of("notifications"), wanted == Notifications.OFF ? null : word(wanted));
    }

    public static Edit history(int megabytes) {
        return new Edit(List.of("history", "megabytes"), megabytes == Settings.USUAL_HISTORY ? null : megabytes);
    }

    public static Edit kubeconfigs(List<String> files) {
        return new Edit(List.of("kubeconfigs"), files.isEmpty() ? null : List.copyOf(files));
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}

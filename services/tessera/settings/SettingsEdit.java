package tessera.settings;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A change of one setting.
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

    /** Returns the edit that removes a setting, so that its default applies. */
    public static SettingsEdit resetToDefault(String... path) {
        return new SettingsEdit(List.of(path), null);
    }

    public static SettingsEdit setTheme(WindowAppearance.Tone theme) {
        return new SettingsEdit(List.of("appearance", "theme"), enumText(theme));
    }

    public static SettingsEdit setDensity(WindowAppearance.Density density) {
        return new SettingsEdit(List.of("appearance", "density"), enumText(density));
    }

    public static SettingsEdit setFontSize(int pixels) {
        return new SettingsEdit(List.of("appearance", "fontSize"), pixels);
    }

    public static SettingsEdit setMotion(WindowAppearance.Motion motion) {
        return new SettingsEdit(List.of("appearance", "motion"), enumText(motion));
    }

    public static SettingsEdit setReadOnly(boolean everywhere) {
        return new SettingsEdit(List.of("readOnly"), everywhere ? true : null);
    }

    /** Returns the edit that makes one context read-only or not. */
    public static SettingsEdit setContextReadOnly(String context, boolean refused) {
        return new SettingsEdit(List.of("contexts", context, "readOnly"), refused ? true : null);
    }

    public static SettingsEdit setContextKind(String context, ContextKind kind) {
        return new SettingsEdit(List.of("contexts", context, "kind"),
                kind == ContextKind.PLAIN ? null : enumText(kind));
    }

    /**
     * Returns the edit that sets the color of a context.
     *
     * @param colour null for that of its kind
     */
    public static SettingsEdit setContextColour(String context, @Nullable ContextColour colour) {
        return new SettingsEdit(List.of("contexts", context, "colour"), colour == null ? null : enumText(colour));
    }

    /**
     * Returns the edit that sets a field of the Prometheus of a context.
     *
     * @param term such as {@code url}
     * @param text blank for none
     */
    public static SettingsEdit setPrometheusField(String context, String term, String text) {
        return new SettingsEdit(List.of("contexts", context, "prometheus", term), text.isBlank() ? null : text.strip());
    }

    public static SettingsEdit setThreshold(String rule, double threshold) {
        return new SettingsEdit(List.of("alerts", "thresholds", rule), threshold);
    }

    /** Returns the edit that restores the bundled threshold of a rule. */
    public static SettingsEdit resetThreshold(String rule) {
        return resetToDefault("alerts", "thresholds", rule);
    }

    /**
     * Returns the edit that sets the list of disabled rules.
     *
     * @param rules that do not alarm
     */
    public static SettingsEdit disableRules(List<String> rules) {
        return new SettingsEdit(List.of("alerts", "off"), rules.isEmpty() ? null : List.copyOf(rules));
    }

    public static SettingsEdit setNotifications(NotificationSettings wanted) {
        return new SettingsEdit(List.of("notifications"), wanted == NotificationSettings.OFF ? null : enumText(wanted));
    }

    public static SettingsEdit setHistorySize(int megabytes) {
        return new SettingsEdit(List.of("history", "megabytes"),
                megabytes == Settings.USUAL_HISTORY ? null : megabytes);
    }

    public static SettingsEdit setKubeconfigs(List<String> files) {
        return new SettingsEdit(List.of("kubeconfigs"), files.isEmpty() ? null : List.copyOf(files));
    }

    private static String enumText(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}

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
public record SettingsFileEdit(List<String> path, @Nullable Object value) {

    public SettingsFileEdit {
        path = List.copyOf(path);
        if (path.isEmpty()) {
            throw new IllegalArgumentException("empty path");
        }
    }

    /** Returns the edit that removes a setting, so that its default applies. */
    public static SettingsFileEdit resetToDefault(String... path) {
        return new SettingsFileEdit(List.of(path), null);
    }

    public static SettingsFileEdit setTheme(WindowAppearance.ThemeChoice theme) {
        return new SettingsFileEdit(List.of("appearance", "theme"), enumText(theme));
    }

    public static SettingsFileEdit setDensity(WindowAppearance.RowDensity rowDensity) {
        return new SettingsFileEdit(List.of("appearance", "density"), enumText(rowDensity));
    }

    public static SettingsFileEdit setFontSize(int pixels) {
        return new SettingsFileEdit(List.of("appearance", "fontSize"), pixels);
    }

    public static SettingsFileEdit setMotion(WindowAppearance.AnimationChoice animationChoice) {
        return new SettingsFileEdit(List.of("appearance", "motion"), enumText(animationChoice));
    }

    public static SettingsFileEdit setLanguage(WindowAppearance.LanguageChoice language) {
        return new SettingsFileEdit(List.of("appearance", "language"), enumText(language));
    }

    public static SettingsFileEdit setReadOnly(boolean everywhere) {
        return new SettingsFileEdit(List.of("readOnly"), everywhere ? true : null);
    }

    /** Returns the edit that makes one context read-only or not. */
    public static SettingsFileEdit setContextReadOnly(String context, boolean refused) {
        return new SettingsFileEdit(List.of("contexts", context, "readOnly"), refused ? true : null);
    }

    public static SettingsFileEdit setContextKind(String context, ClusterPurpose kind) {
        return new SettingsFileEdit(List.of("contexts", context, "kind"),
                kind == ClusterPurpose.PLAIN ? null : enumText(kind));
    }

    /**
     * Returns the edit that sets the color of a context.
     *
     * @param colour null for that of its kind
     */
    public static SettingsFileEdit setContextColor(String context, @Nullable ClusterContextColor colour) {
        return new SettingsFileEdit(List.of("contexts", context, "colour"), colour == null ? null : enumText(colour));
    }

    /**
     * Returns the edit that sets a field of the Prometheus of a context.
     *
     * @param term such as {@code url}
     * @param text blank for none
     */
    public static SettingsFileEdit setPrometheusField(String context, String term, String text) {
        return new SettingsFileEdit(List.of("contexts", context, "prometheus", term),
                text.isBlank() ? null : text.strip());
    }

    public static SettingsFileEdit setThreshold(String rule, double threshold) {
        return new SettingsFileEdit(List.of("alerts", "thresholds", rule), threshold);
    }

    /** Returns the edit that restores the bundled threshold of a rule. */
    public static SettingsFileEdit resetThreshold(String rule) {
        return resetToDefault("alerts", "thresholds", rule);
    }

    /**
     * Returns the edit that sets the list of disabled rules.
     *
     * @param rules that do not alarm
     */
    public static SettingsFileEdit disableRules(List<String> rules) {
        return new SettingsFileEdit(List.of("alerts", "off"), rules.isEmpty() ? null : List.copyOf(rules));
    }

    public static SettingsFileEdit setNotifications(DesktopNotificationThreshold settings) {
        return new SettingsFileEdit(List.of("notifications"),
                settings == DesktopNotificationThreshold.OFF ? null : enumText(settings));
    }

    public static SettingsFileEdit setHistorySize(int megabytes) {
        return new SettingsFileEdit(List.of("history", "megabytes"),
                megabytes == UserSettings.USUAL_HISTORY ? null : megabytes);
    }

    public static SettingsFileEdit setKubeconfigs(List<String> files) {
        return new SettingsFileEdit(List.of("kubeconfigs"), files.isEmpty() ? null : List.copyOf(files));
    }

    private static String enumText(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}

package tessera.settings;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRuleOverrides;

/**
 * The settings of the user.
 *
 * @param readOnly         whether changes are refused in every cluster
 * @param accelerators     extended resources to be counted as devices, beside those the product knows
 * @param kubeconfigs      files to read beside those that kubectl reads
 * @param contexts         what holds for one context only, by its name
 * @param alerts           what is different from the alert rules that ship with the product
 * @param historyMegabytes that what was measured may take on the disk
 * @param notifications    of which alerts the desktop is told
 */
public record UserSettings(boolean readOnly, List<String> accelerators, List<String> kubeconfigs,
        Map<String, KubeconfigContextSettings> contexts, WindowAppearance appearance, AlertRuleOverrides alerts,
        int historyMegabytes, DesktopNotificationThreshold notifications) {

    public static final int USUAL_HISTORY = 200;
    public static final int LEAST_HISTORY = 10;
    public static final int MOST_HISTORY = 10_000;

    public static final UserSettings DEFAULTS = new UserSettings(false, List.of(), List.of(), Map.of(),
            WindowAppearance.USUAL, AlertRuleOverrides.noOverrides(), USUAL_HISTORY, DesktopNotificationThreshold.OFF);

    /**
     * The settings for one context.
     *
     * @param readOnly   whether changes are refused there
     * @param kind       how the window marks it; null where nothing is said
     * @param colour     by which the window marks it; null for that of its kind
     * @param namespaces where to look for pods if they may not be listed cluster-wide
     * @param prometheus to be asked instead of the one that is found in the cluster; null for that one
     */
    public record KubeconfigContextSettings(boolean readOnly, @Nullable ClusterPurpose kind,
            @Nullable ClusterContextColor colour, List<String> namespaces,
            @Nullable PrometheusAccessSettings prometheus) {

        public static final KubeconfigContextSettings NOTHING = new KubeconfigContextSettings(false, null, null,
                List.of(), null);

        public KubeconfigContextSettings {
            namespaces = List.copyOf(namespaces);
        }

        public ClusterPurpose kindOrPlain() {
            return Objects.requireNonNullElse(kind, ClusterPurpose.PLAIN);
        }

        public Optional<PrometheusAccessSettings> configuredPrometheus() {
            return Optional.ofNullable(prometheus);
        }
    }

    public UserSettings {
        accelerators = List.copyOf(accelerators);
        kubeconfigs = List.copyOf(kubeconfigs);
        contexts = Map.copyOf(contexts);
    }

    public KubeconfigContextSettings forContext(String name) {
        return contexts.getOrDefault(name, KubeconfigContextSettings.NOTHING);
    }

    /** Returns a copy that refuses changes everywhere, because such a setting may not have been understood. */
    public UserSettings asReadOnly() {
        return new UserSettings(true, accelerators, kubeconfigs, contexts, appearance, alerts, historyMegabytes,
                notifications);
    }
}

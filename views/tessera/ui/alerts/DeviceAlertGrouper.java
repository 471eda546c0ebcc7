package tessera.ui.alerts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import tessera.alerts.Alert;

/** Bundles alerts of one rule about many devices of a node. */
public final class DeviceAlertGrouper {

    /** So few are told one by one. */
    private static final int FEW = 2;

    private DeviceAlertGrouper() {}

    /** Returns all alerts in bundles, ordered by the first of each; single alerts form their own. */
    public static List<List<Alert>> bundleAlerts(List<Alert> alerts) {
        return bundleByKey(alerts,
                alert -> PrometheusAlertSnapshot.isPrometheusAlert(alert) || alert.subject().device().isEmpty()
                        ? AlertListLine.alertKey(alert)
                        : bundleKey(alert));
    }

    /**
     * Returns items with the same key as bundles, ordered by the first of each; small groups stay single.
     *
     * @param key the same for all that are alike
     */
    static <T> List<List<T>> bundleByKey(List<T> all, Function<T, String> key) {
        var alike = new LinkedHashMap<String, List<T>>();
        for (var each : all) {
            alike.computeIfAbsent(key.apply(each), _ -> new ArrayList<>()).add(each);
        }
        var bundles = new ArrayList<List<T>>();
        for (var group : alike.values()) {
            if (group.size() > FEW) {
                bundles.add(List.copyOf(group));
            } else {
                group.forEach(each -> bundles.add(List.of(each)));
            }
        }
        return bundles;
    }

    private static String bundleKey(Alert alert) {
        return "bundle %s %s %s %s %s".formatted(alert.ruleId(), alert.subject().part(), alert.subject().node(),
                alert.state(), alert.severity());
    }

    /** Returns the alert that is furthest beyond its threshold. */
    public static Alert worstOf(List<Alert> alike) {
        return alike.stream().max(Comparator.comparingDouble(DeviceAlertGrouper::distanceFromThreshold)).orElseThrow();
    }

    /** Returns the distance of the measured value from its threshold; 0 without a measure. */
    static double distanceFromThreshold(Alert alert) {
        var alertValue = alert.measure();
        return alertValue == null ? 0 : Math.abs(alertValue.value() - alertValue.threshold());
    }
}

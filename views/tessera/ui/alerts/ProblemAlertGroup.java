package tessera.ui.alerts;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tessera.alerts.Alert;

/**
 * One problem with all alerts that report it.
 *
 * @param alerts what is told of it, the loudest first
 */
record ProblemAlertGroup(List<Alert> alerts) {

    private static final Comparator<Alert> LOUDEST = Comparator.comparing((Alert alert) -> !alert.isActive())
            .thenComparing(Alert::severity, Comparator.reverseOrder())
            .thenComparing(PrometheusAlertSnapshot::isPrometheusAlert);

    ProblemAlertGroup {
        alerts = alerts.stream().sorted(LOUDEST).toList();
    }

    /** Returns the alert that determines severity and state. */
    Alert leadAlert() {
        return alerts.getFirst();
    }

    /** Returns the alert whose text is shown: one of this program's rules where there is one. */
    Alert textAlert() {
        return alerts.stream().filter(alert -> !PrometheusAlertSnapshot.isPrometheusAlert(alert)).findFirst()
                .orElse(leadAlert());
    }

    boolean isFiring() {
        return leadAlert().isActive();
    }

    /** Returns whether a Prometheus reports it. */
    boolean hasPrometheusAlert() {
        return alerts.stream().anyMatch(PrometheusAlertSnapshot::isPrometheusAlert);
    }

    /** Returns the times of the alert that has lasted longest. */
    Alert.AlertTimes oldestTimes() {
        return alerts.stream().map(Alert::times).min(Comparator.comparing(Alert.AlertTimes::since)).orElseThrow();
    }

    /** Returns whether the firing alerts are silenced and no other source reports anything graver. */
    boolean isQuiet(Predicate<Alert> hushed) {
        var ours = alerts.stream()
                .filter(alert -> alert.isActive() && !PrometheusAlertSnapshot.isPrometheusAlert(alert)).toList();
        return ours.contains(leadAlert()) && ours.stream().allMatch(hushed);
    }
}

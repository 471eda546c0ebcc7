package tessera.ui.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.gpu.GpuFleet;

/**
 * The active alerts of all sources at one moment.
 *
 * @param rules   those of ours that are in force when somebody asks: they are read then, not before the first picture
 * @param firingAlerts    what was found here
 * @param prometheusAlerts what a Prometheus finds
 */
public record ActiveAlerts(Supplier<AlertRules> rules, JavaFxAlertFeed.FiringAlerts firingAlerts,
        PrometheusAlertSnapshot prometheusAlerts) {

    /**
     * The number of problems that need attention.
     *
     * @param rows   in so many rows of the alerts screen
     * @param problems how much that is, each thing once
     * @param worstSeverity  how bad the worst is; empty where there is none
     */
    public record UrgentProblemCount(int rows, int problems, Optional<AlertOrFindingSeverity> worstSeverity) {

        /** Nothing, as far as is known. */
        public static final UrgentProblemCount NONE = new UrgentProblemCount(0, 0, Optional.empty());
    }

    /** Returns the active alerts as an observable value. FX thread. */
    public static ObservableValue<ActiveAlerts> observe(JavaFxAlertFeed ours, PrometheusAlertFeed theirs) {
        Supplier<AlertRules> rules = ours.alertFeed()::rules;
        return Bindings.createObjectBinding(
                () -> new ActiveAlerts(rules, ours.firingAlertsProperty().get(), theirs.alertsProperty().get()),
                ours.firingAlertsProperty(), theirs.alertsProperty());
    }

    /** Returns the count of firing alerts that are neither silenced nor only informational. */
    public UrgentProblemCount countUrgent(GpuFleet fleet, Instant now) {
        return countUrgent(currentPrometheusAlerts(fleet, now));
    }

    /** Returns the alerts of a Prometheus with their nodes, without those that are too old. */
    PrometheusAlertSnapshot currentPrometheusAlerts(GpuFleet fleet, Instant now) {
        return (prometheusAlerts.isOutdated(now) ? PrometheusAlertSnapshot.forStatus(prometheusAlerts.status())
                : prometheusAlerts).withNodes(fleet);
    }

    /** Returns the firing alerts of a Prometheus that no rule of ours reports too, without those for information. */
    List<Alert> prometheusAlertsAlone(PrometheusAlertSnapshot theirs) {
        var alerts = new ArrayList<>(firingAlerts.state().active());
        alerts.addAll(theirs.firingAlerts());
        return createFolding(theirs, List.copyOf(alerts)).toItems(alerts).stream().map(ProblemAlertGroup::textAlert)
                .filter(alert -> PrometheusAlertSnapshot.isPrometheusAlert(alert)
                        && alert.severity() != AlertOrFindingSeverity.INFO)
                .toList();
    }

    UrgentProblemCount countUrgent(PrometheusAlertSnapshot theirs) {
        var alerts = new ArrayList<>(firingAlerts.state().active());
        alerts.addAll(theirs.firingAlerts());
        alerts.addAll(firingAlerts.state().pending());
        if (alerts.isEmpty()) {
            return UrgentProblemCount.NONE;
        }
        var grouper = createFolding(theirs, List.copyOf(alerts));
        var loud = grouper.toItems(alerts).stream().filter(ProblemAlertGroup::isFiring)
                .filter(item -> !item.isQuiet(grouper.isQuiet()))
                .filter(item -> item.leadAlert().severity() != AlertOrFindingSeverity.INFO).toList();
        return new UrgentProblemCount(grouper.toRows(loud).size(), loud.size(),
                loud.stream().map(item -> item.leadAlert().severity()).max(Comparator.naturalOrder()));
    }

    private AlertRowGrouper createFolding(PrometheusAlertSnapshot theirs, List<Alert> alerts) {
        var at = firingAlerts.state().evaluatedAt();
        return new AlertRowGrouper(new PrometheusAlertCounterpartFinder(rules.get(), theirs, alerts),
                alert -> alert.isActive() && firingAlerts.silences().isMuted(alert, at));
    }
}

package tessera.ui.alerts;

import java.time.Instant;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.gpu.GpuFleet;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;

/**
 * Caches the count of urgent alerts while its inputs stay the same: a fleet changes more often than its alerts. One thread at a time.
 */
public final class UrgentAlertCountCache {

    private Optional<CachedUrgentCount> latestCount = Optional.empty();

    private record CachedUrgentCount(ActiveAlerts activeAlerts, AlertRules rules,
            PrometheusAlertSnapshot prometheusAlerts, UrgentProblemCount urgentCount) {}

    /** Returns the count of firing alerts that are neither silenced nor only informational. */
    public UrgentProblemCount countUrgent(ActiveAlerts currentAlerts, GpuFleet fleet, Instant now) {
        var theirs = currentAlerts.currentPrometheusAlerts(fleet, now);
        var rules = currentAlerts.rules().get();
        var cachedCount = latestCount
                .filter(before -> before.activeAlerts().equals(currentAlerts) && before.rules().equals(rules)
                        && before.prometheusAlerts().equals(theirs))
                .orElseGet(
                        () -> new CachedUrgentCount(currentAlerts, rules, theirs, currentAlerts.countUrgent(theirs)));
        latestCount = Optional.of(cachedCount);
        return cachedCount.urgentCount();
    }
}

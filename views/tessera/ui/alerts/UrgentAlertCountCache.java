package tessera.ui.alerts;

import java.time.Instant;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.insight.GpuFleet;
import tessera.ui.alerts.ActiveAlerts.UrgentProblemCount;

/**
 * Caches the count of urgent alerts while its inputs stay the same: a fleet changes more often than its alerts. One thread at a time.
 */
public final class UrgentAlertCountCache {

    private Optional<CachedUrgentCount> newest = Optional.empty();

    private record CachedUrgentCount(ActiveAlerts activeAlerts, AlertRules rules, PrometheusAlertSet prometheusAlerts,
            UrgentProblemCount urgentCount) {}

    /** Returns the count of firing alerts that are neither silenced nor only informational. */
    public UrgentProblemCount countUrgent(ActiveAlerts found, GpuFleet fleet, Instant now) {
        var theirs = found.currentPrometheusAlerts(fleet, now);
        var rules = found.rules().get();
        var known = newest
                .filter(before -> before.activeAlerts().equals(found) && before.rules().equals(rules)
                        && before.prometheusAlerts().equals(theirs))
                .orElseGet(() -> new CachedUrgentCount(found, rules, theirs, found.countUrgent(theirs)));
        newest = Optional.of(known);
        return known.urgentCount();
    }
}

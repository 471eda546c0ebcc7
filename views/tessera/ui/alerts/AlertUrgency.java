package tessera.ui.alerts;

import java.time.Instant;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.insight.GpuFleet;
import tessera.ui.alerts.ActiveAlerts.Urgent;

/**
 * How much somebody has to do something about, remembered for as long as it is made of the same: a fleet changes more often than what is
 * found in it. One thread at a time.
 */
public final class AlertUrgency {

    private Optional<UrgencyInput> newest = Optional.empty();

    private record UrgencyInput(ActiveAlerts found, AlertRules rules, PrometheusAlert theirs, Urgent urgent) {}

    /** Of what fires and is neither silenced nor only for information. */
    public Urgent of(ActiveAlerts found, GpuFleet fleet, Instant now) {
        var theirs = found.theirs(fleet, now);
        var rules = found.rules().get();
        var known = newest
                .filter(before -> before.found().equals(found) && before.rules().equals(rules)
                        && before.theirs().equals(theirs))
                .orElseGet(() -> new UrgencyInput(found, rules, theirs, found.urgent(theirs)));
        newest = Optional.of(known);
        return known.urgent();
    }
}

package tessera.ui.alerts;

import java.time.Instant;
import java.util.Optional;
import tessera.alerts.AlertRules;
import tessera.insight.Fleet;
import tessera.ui.alerts.Found.Urgent;

/**
 * How much somebody has to do something about, remembered for as long as it is made of the same: a fleet changes more often than what is
 * found in it. One thread at a time.
 */
public final class Urgency {

    private Optional<Known> newest = Optional.empty();

    private record Known(Found found, AlertRules rules, Foreign theirs, Urgent urgent) {}

    /** Of what fires and is neither silenced nor only for information. */
    public Urgent of(Found found, Fleet fleet, Instant now) {
        var theirs = found.theirs(fleet, now);
        var rules = found.rules().get();
        var known = newest
                .filter(before -> before.found().equals(found) && before.rules().equals(rules)
                        && before.theirs().equals(theirs))
                .orElseGet(() -> new Known(found, rules, theirs, found.urgent(theirs)));
        newest = Optional.of(known);
        return known.urgent();
    }
}

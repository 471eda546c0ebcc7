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
import tessera.alerts.AlertRules;
import tessera.alerts.Severity;
import tessera.insight.Fleet;

/**
 * What is wrong at one moment, whoever found it.
 *
 * @param rules   those of ours that are in force when somebody asks: they are read then, not before the first picture
 * @param seen    what was found here
 * @param foreign what a Prometheus finds
 */
public record Found(Supplier<AlertRules> rules, AlertsFeed.Seen seen, Foreign foreign) {

    /**
     * How much somebody has to do something about.
     *
     * @param rows   in so many rows of the alerts screen
     * @param things how much that is, each thing once
     * @param worst  how bad the worst is; empty where there is none
     */
    public record Urgent(int rows, int things, Optional<Severity> worst) {

        /** Nothing, as far as is known. */
        public static final Urgent NONE = new Urgent(0, 0, Optional.empty());
    }

    /** What is wrong now, and whenever that changes. FX thread. */
    public static ObservableValue<Found> by(AlertsFeed ours, ForeignFeed theirs) {
        Supplier<AlertRules> rules = ours.alarms()::rules;
        return Bindings.createObjectBinding(
                () -> new Found(rules, ours.seenProperty().get(), theirs.foreignProperty().get()),
                ours.seenProperty(), theirs.foreignProperty());
    }

    /** Of what fires and is neither silenced nor only for information. */
    public Urgent urgent(Fleet fleet, Instant now) {
        return urgent(theirs(fleet, now));
    }

    /** What a Prometheus finds, as far as that is not too old, and where. */
    Foreign theirs(Fleet fleet, Instant now) {
        return (foreign.lapsed(now) ? Foreign.of(foreign.standing()) : foreign).located(fleet);
    }

    Urgent urgent(Foreign theirs) {
        var alerts = new ArrayList<>(seen.state().active());
        alerts.addAll(theirs.firing());
        alerts.addAll(seen.state().pending());
        if (alerts.isEmpty()) {
            return Urgent.NONE;
        }
        var folding = folding(theirs, List.copyOf(alerts));
        var loud = folding.things(alerts).stream().filter(Thing::fires).filter(thing -> !thing.quiet(folding.quiet()))
                .filter(thing -> thing.loudest().severity() != Severity.INFO).toList();
        return new Urgent(folding.rows(loud).size(), loud.size(),
                loud.stream().map(thing -> thing.loudest().severity()).max(Comparator.naturalOrder()));
    }

    private Folding folding(Foreign theirs, List<Alert> alerts) {
        var at = seen.state().at();
        return new Folding(new Twins(rules.get(), theirs, alerts),
                alert -> alert.active() && seen.silences().quiet(alert, at));
    }
}

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
import tessera.insight.GpuFleet;

/**
 * What is wrong at one moment, whoever found it.
 *
 * @param rules   those of ours that are in force when somebody asks: they are read then, not before the first picture
 * @param seen    what was found here
 * @param foreign what a Prometheus finds
 */
public record ActiveAlerts(Supplier<AlertRules> rules, AlertsFeed.FiringAlerts seen, PrometheusAlert foreign) {

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
    public static ObservableValue<ActiveAlerts> by(AlertsFeed ours, ForeignFeed theirs) {
        Supplier<AlertRules> rules = ours.alarms()::rules;
        return Bindings.createObjectBinding(
                () -> new ActiveAlerts(rules, ours.seenProperty().get(), theirs.foreignProperty().get()),
                ours.seenProperty(), theirs.foreignProperty());
    }

    /** Of what fires and is neither silenced nor only for information. */
    public Urgent urgent(GpuFleet fleet, Instant now) {
        return urgent(theirs(fleet, now));
    }

    /** What a Prometheus finds, as far as that is not too old, and where. */
    PrometheusAlert theirs(GpuFleet fleet, Instant now) {
        return (foreign.lapsed(now) ? PrometheusAlert.of(foreign.standing()) : foreign).located(fleet);
    }

    Urgent urgent(PrometheusAlert theirs) {
        var alerts = new ArrayList<>(seen.state().active());
        alerts.addAll(theirs.firing());
        alerts.addAll(seen.state().pending());
        if (alerts.isEmpty()) {
            return Urgent.NONE;
        }
        var folding = folding(theirs, List.copyOf(alerts));
        var loud = folding.things(alerts).stream().filter(AlertItem::fires)
                .filter(thing -> !thing.quiet(folding.quiet()))
                .filter(thing -> thing.loudest().severity() != Severity.INFO).toList();
        return new Urgent(folding.rows(loud).size(), loud.size(),
                loud.stream().map(thing -> thing.loudest().severity()).max(Comparator.naturalOrder()));
    }

    private AlertFolding folding(PrometheusAlert theirs, List<Alert> alerts) {
        var at = seen.state().at();
        return new AlertFolding(new AlertCorrelator(rules.get(), theirs, alerts),
                alert -> alert.active() && seen.silences().quiet(alert, at));
    }
}

package tessera.ui.alerts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import tessera.alerts.Alert;

/**
 * Puts alerts into the rows in which they are told: what is told twice of one thing is one row, and so is what one rule finds in many
 * places.
 *
 * @param twins who else tells what a Prometheus tells
 * @param quiet whether the user does not want to be told of an alert
 */
record AlertFolding(AlertCorrelator twins, Predicate<Alert> quiet) {

    /** What is wrong, in the order in which it is first told. */
    List<AlertItem> things(List<Alert> alerts) {
        var told = new LinkedHashMap<String, List<Alert>>();
        alerts.forEach(alert -> told.computeIfAbsent(AlertLine.key(twins.of(alert).orElse(alert)),
                _ -> new ArrayList<>()).add(alert));
        return told.values().stream().map(AlertItem::new).toList();
    }

    /** The rows, each of one thing or of several of which the same is wrong. */
    List<List<AlertItem>> rows(List<AlertItem> things) {
        return AlertBundles.of(things, this::key);
    }

    /** The same for all that may be told as one. */
    String key(AlertItem thing) {
        var teller = thing.teller();
        return "row %s %s %s %s %s".formatted(teller.rule(), PrometheusAlert.is(teller) ? "" : teller.subject().part(),
                thing.loudest().state(), thing.loudest().severity(), thing.quiet(quiet));
    }

    /** What names a row for as long as it is there. */
    String key(List<AlertItem> row) {
        return row.size() == 1 ? "thing " + AlertLine.key(row.getFirst().teller()) : key(row.getFirst());
    }
}

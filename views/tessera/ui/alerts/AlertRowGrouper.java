package tessera.ui.alerts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import tessera.alerts.Alert;

/**
 * Folds alerts into rows: duplicates of one problem, and findings of one rule in many places.
 *
 * @param correlator who else tells what a Prometheus tells
 * @param isQuiet whether the user does not want to be told of an alert
 */
record AlertRowGrouper(PrometheusAlertCounterpartFinder correlator, Predicate<Alert> isQuiet) {

    /** Returns the problems, in the order of their first alerts. */
    List<ProblemAlertGroup> toItems(List<Alert> alerts) {
        var told = new LinkedHashMap<String, List<Alert>>();
        for (var alert : alerts) {
            told.computeIfAbsent(AlertListLine.alertKey(correlator.findMatch(alert).orElse(alert)),
                    _ -> new ArrayList<>()).add(alert);
        }
        return told.values().stream().map(ProblemAlertGroup::new).toList();
    }

    /** Returns the rows, each of one item or of several similar ones. */
    List<List<ProblemAlertGroup>> toRows(List<ProblemAlertGroup> things) {
        return DeviceAlertGrouper.bundleByKey(things, this::foldingKey);
    }

    /** Returns a key that is the same for all items which share a row. */
    String foldingKey(ProblemAlertGroup item) {
        var teller = item.textAlert();
        return "row %s %s %s %s %s".formatted(teller.ruleId(),
                PrometheusAlertSnapshot.isPrometheusAlert(teller) ? "" : teller.subject().part(),
                item.leadAlert().state(), item.leadAlert().severity(), item.isQuiet(isQuiet));
    }

    /** Returns the key of a row, which is stable while the row exists. */
    String rowKey(List<ProblemAlertGroup> row) {
        if (row.size() == 1) {
            return "thing " + AlertListLine.alertKey(row.getFirst().textAlert());
        }
        return foldingKey(row.getFirst());
    }
}

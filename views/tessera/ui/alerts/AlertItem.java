package tessera.ui.alerts;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tessera.alerts.Alert;

/**
 * Something that is wrong, whoever tells of it.
 *
 * @param told what is told of it, the loudest first
 */
record AlertItem(List<Alert> told) {

    private static final Comparator<Alert> LOUDEST = Comparator.comparing((Alert alert) -> !alert.active())
            .thenComparing(Alert::severity, Comparator.reverseOrder()).thenComparing(PrometheusAlert::is);

    AlertItem {
        told = told.stream().sorted(LOUDEST).toList();
    }

    /** By which it is known how bad it is, and whether it fires. */
    Alert loudest() {
        return told.getFirst();
    }

    /** By whose words it is told: ours, where we know of it. */
    Alert teller() {
        return told.stream().filter(alert -> !PrometheusAlert.is(alert)).findFirst().orElse(loudest());
    }

    boolean fires() {
        return loudest().active();
    }

    /** Whether a Prometheus tells of it. */
    boolean foreign() {
        return told.stream().anyMatch(PrometheusAlert::is);
    }

    /** Since when whoever knows it longest has known it. */
    Alert.AlertTimes oldest() {
        return told.stream().map(Alert::times).min(Comparator.comparing(Alert.AlertTimes::since)).orElseThrow();
    }

    /** Whether the user does not want to be told of what fires here, and nobody else tells of something graver. */
    boolean quiet(Predicate<Alert> hushed) {
        var ours = told.stream().filter(alert -> alert.active() && !PrometheusAlert.is(alert)).toList();
        return ours.contains(loudest()) && ours.stream().allMatch(hushed);
    }
}

package tessera.ui.alerts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertList.BrokenPrometheusRule;
import tessera.ui.alerts.AlertsScreenInput.AlertOrigin;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;

/** The alerts of the selected origins. */
record SelectedOriginAlerts(AlertsScreenInput query) {

    private boolean includesOwn() {
        return query.origin() != AlertOrigin.PROMETHEUS;
    }

    private boolean includesPrometheus() {
        return query.origin() != AlertOrigin.HERE;
    }

    private List<Alert> combine(List<Alert> ours, List<Alert> theirs) {
        return Stream
                .concat(includesOwn() ? ours.stream() : Stream.empty(),
                        includesPrometheus() ? theirs.stream() : Stream.empty())
                .toList();
    }

    List<Alert> firingAlerts() {
        return combine(query.firingAlerts().state().active(), query.prometheusAlerts().firingAlerts());
    }

    List<Alert> pendingAlerts() {
        return combine(query.firingAlerts().state().pending(), query.prometheusAlerts().pendingAlerts());
    }

    /** Returns the resolved alerts; a Prometheus reports none. */
    List<Alert> resolvedAlerts() {
        return combine(query.firingAlerts().state().history(), List.of());
    }

    /** Returns whether there are no alerts of a Prometheus and no problem in reading them. */
    boolean isEmpty() {
        return query.prometheusAlerts().alerts().isEmpty() && query.prometheusAlerts().problem().isEmpty();
    }

    /** Returns the problems in reading all alerts of a Prometheus, in its words. */
    List<AlertListLine> problemLines() {
        var troubles = new ArrayList<AlertListLine>();
        if (includesPrometheus()) {
            var name = query.prometheusAlerts().prometheusName().orElse("Prometheus");
            query.prometheusAlerts().problem().ifPresent(problem -> troubles.add(
                    new AlertListLine.AlertListHeading(StatusGlyph.WARNING, name + " does not tell its alerts",
                            problem.problemText() + listAgeText())));
            var broken = query.prometheusAlerts().answer().broken();
            if (!broken.isEmpty()) {
                troubles.add(new AlertListLine.AlertListHeading(StatusGlyph.WARNING,
                        GroupedNumberFormatter.withNoun(broken.size(), "rule") + " of " + name + " cannot be evaluated",
                        broken.stream().map(SelectedOriginAlerts::brokenRuleText).collect(Collectors.joining("; "))));
            }
        }
        return troubles;
    }

    private String listAgeText() {
        var foreign = query.prometheusAlerts();
        if (foreign.alerts().isEmpty()) {
            return "";
        }
        return ". What is listed was told %s ago"
                .formatted(AgeFormatter.brief(Duration.between(foreign.receivedAt(), query.now())));
    }

    private static String brokenRuleText(BrokenPrometheusRule rule) {
        return rule.name() + ": " + rule.error();
    }

    /** Returns the coverage, for example {@code 143 rules of Prometheus monitoring/prometheus-k8s}; empty where there is none. */
    String coverageText() {
        var alertList = query.prometheusAlerts().answer();
        return query.prometheusAlerts().prometheusName().filter(name -> includesPrometheus())
                .map(name -> ruleCountText(alertList, name))
                .orElse("");
    }

    private static String ruleCountText(PrometheusAlertList alertList, String name) {
        if (alertList.rules() < 0) {
            return name + " does not tell its rules";
        }
        if (alertList.rules() == 0) {
            return name + " has no alerting rules";
        }
        return GroupedNumberFormatter.withNoun(alertList.rules(), "rule") + " of " + name;
    }
}

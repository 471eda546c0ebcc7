package tessera.ui.alerts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;

/**
 * Finds the alert of this program that matches one of a Prometheus: same node and device, same metric and direction.
 */
final class PrometheusAlertCounterpartFinder {

    private static final Pattern METRIC = Pattern.compile("\\b(?:DCGM_FI_\\w+|up\\b|condition=\"Ready\")");
    /** How an expression compares, which a matcher of labels, {@code =~} or {@code !=}, does not tell. */
    private static final Pattern DIRECTION = Pattern.compile("[<>]");
    private static final Pattern EXPORTER = Pattern.compile("(?:dcgm|metrics)-exporter");
    private static final String UP = "up";
    private static final String XID = "DCGM_FI_DEV_XID_ERRORS";

    private final PrometheusAlertSnapshot foreign;
    private final Map<String, Set<String>> metrics = new HashMap<>();
    private final Map<String, Set<String>> directions = new HashMap<>();
    private final Map<String, List<Alert>> ours = new HashMap<>();

    /** @param alerts among which are those that a Prometheus may tell, too */
    PrometheusAlertCounterpartFinder(AlertRules rules, PrometheusAlertSnapshot foreign, List<Alert> alerts) {
        this.foreign = foreign;
        if (!foreign.alerts().isEmpty()) {
            rules.allRules().forEach(rule -> {
                metrics.put(rule.id(), metricsOf(rule));
                directions.put(rule.id(), directionsOf(rule));
            });
            for (var alert : alerts.stream().filter(alert -> !PrometheusAlertSnapshot.isPrometheusAlert(alert))
                    .toList()) {
                ours.computeIfAbsent(alert.subject().node(), _ -> new ArrayList<>()).add(alert);
            }
        }
    }

    /** Returns the directions in which a rule compares; validity conditions in its expression are ignored. */
    private static Set<String> directionsOf(AlertRule rule) {
        var limit = rule.limit();
        if (limit == null) {
            return findAll(DIRECTION, rule.promql());
        }
        return switch (limit.comparison()) {
            case ABOVE, AT_LEAST, ANY_BIT -> Set.of(">");
            case BELOW -> Set.of("<");
            case EQUALS -> Set.of();
        };
    }

    private static Set<String> metricsOf(AlertRule rule) {
        if (rule.signal().kind() == AlertSignal.SignalEvaluationKind.XID) {
            return Set.of(XID);
        }
        return findAll(METRIC, rule.promql());
    }

    private static Set<String> findAll(Pattern pattern, String expression) {
        return pattern.matcher(expression).results().map(match -> match.group())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns the matching alert of this program; empty where none matches. */
    Optional<Alert> findMatch(Alert theirs) {
        var prometheusAlert = foreign.alerts().get(theirs);
        if (prometheusAlert == null) {
            return Optional.empty();
        }
        var asked = metricsOfAlert(prometheusAlert);
        var compares = findAll(DIRECTION, prometheusAlert.expression());
        return ours.getOrDefault(theirs.subject().node(), List.of()).stream().filter(
                alert -> sameDevice(theirs, alert) && sharesMetric(asked, alert) && directionsAgree(compares, alert))
                .findFirst();
    }

    /** Returns the metrics of an alert; {@code up} only where it is about an exporter of devices. */
    private static Set<String> metricsOfAlert(PrometheusAlertWithRule prometheusAlert) {
        var asked = findAll(METRIC, prometheusAlert.expression());
        if (asked.contains(UP)
                && Stream.concat(Stream.of(prometheusAlert.expression()), prometheusAlert.labels().values().stream())
                        .noneMatch(text -> EXPORTER.matcher(text).find())) {
            asked.remove(UP);
        }
        return asked;
    }

    /** Returns whether neither finds too little what the other finds too much; equality has no direction. */
    private boolean directionsAgree(Set<String> compares, Alert alert) {
        var own = directions.getOrDefault(alert.ruleId(), Set.of());
        return own.isEmpty() || own.containsAll(compares);
    }

    private static boolean sameDevice(Alert theirs, Alert alert) {
        var one = theirs.subject();
        var other = alert.subject();
        return one.device().equals(other.device())
                || (!one.deviceTitle().isEmpty() && one.deviceTitle().equals(other.deviceTitle()));
    }

    private boolean sharesMetric(Set<String> asked, Alert alert) {
        var both = new HashSet<>(metrics.getOrDefault(alert.ruleId(), Set.of()));
        both.retainAll(asked);
        return !both.isEmpty();
    }
}

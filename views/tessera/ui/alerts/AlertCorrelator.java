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
import tessera.metrics.prometheus.rule.ServerAlert;

/**
 * Finds the alert of ours that tells the same as one of a Prometheus: about the same node and device, by a rule that looks at the
 * same metric in the same direction.
 */
final class AlertCorrelator {

    private static final Pattern METRIC = Pattern.compile("\\b(?:DCGM_FI_\\w+|up\\b|condition=\"Ready\")");
    /** How an expression compares, which a matcher of labels, {@code =~} or {@code !=}, does not tell. */
    private static final Pattern DIRECTION = Pattern.compile("[<>]");
    private static final Pattern EXPORTER = Pattern.compile("(?:dcgm|metrics)-exporter");
    private static final String UP = "up";
    private static final String XID = "DCGM_FI_DEV_XID_ERRORS";

    private final PrometheusAlert foreign;
    private final Map<String, Set<String>> metrics = new HashMap<>();
    private final Map<String, Set<String>> directions = new HashMap<>();
    private final Map<String, List<Alert>> ours = new HashMap<>();

    /** @param alerts among which are those that a Prometheus may tell, too */
    AlertCorrelator(AlertRules rules, PrometheusAlert foreign, List<Alert> alerts) {
        this.foreign = foreign;
        if (!foreign.alerts().isEmpty()) {
            rules.all().forEach(rule -> {
                metrics.put(rule.id(), metrics(rule));
                directions.put(rule.id(), directions(rule));
            });
            alerts.stream().filter(alert -> !PrometheusAlert.is(alert)).forEach(
                    alert -> ours.computeIfAbsent(alert.subject().node(), _ -> new ArrayList<>()).add(alert));
        }
    }

    /** Which way a rule looks; that its expression leaves out what can be no measurement says nothing of it. */
    private static Set<String> directions(AlertRule rule) {
        var limit = rule.limit();
        if (limit == null) {
            return found(DIRECTION, rule.promql());
        }
        return switch (limit.comparison()) {
            case ABOVE, AT_LEAST, ANY_BIT -> Set.of(">");
            case BELOW -> Set.of("<");
            case EQUALS -> Set.of();
        };
    }

    private static Set<String> metrics(AlertRule rule) {
        return rule.signal().kind() == AlertSignal.Kind.XID ? Set.of(XID) : found(METRIC, rule.promql());
    }

    private static Set<String> found(Pattern pattern, String expression) {
        return pattern.matcher(expression).results().map(match -> match.group())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Ours; empty where nothing here tells the same. */
    Optional<Alert> of(Alert theirs) {
        var told = foreign.alerts().get(theirs);
        if (told == null) {
            return Optional.empty();
        }
        var asked = asked(told);
        var compares = found(DIRECTION, told.expression());
        return ours.getOrDefault(theirs.subject().node(), List.of()).stream()
                .filter(alert -> same(theirs, alert) && shares(asked, alert) && agrees(compares, alert))
                .findFirst();
    }

    /** What it looks at; of {@code up} only where that is of an exporter of devices. */
    private static Set<String> asked(ServerAlert told) {
        var asked = found(METRIC, told.expression());
        if (asked.contains(UP) && Stream.concat(Stream.of(told.expression()), told.labels().values().stream())
                .noneMatch(text -> EXPORTER.matcher(text).find())) {
            asked.remove(UP);
        }
        return asked;
    }

    /** Whether neither finds too little what the other finds too much; equality has no direction. */
    private boolean agrees(Set<String> compares, Alert alert) {
        var own = directions.getOrDefault(alert.rule(), Set.of());
        return own.isEmpty() || own.containsAll(compares);
    }

    private static boolean same(Alert theirs, Alert alert) {
        var one = theirs.subject();
        var other = alert.subject();
        return one.device().equals(other.device()) || (!one.title().isEmpty() && one.title().equals(other.title()));
    }

    private boolean shares(Set<String> asked, Alert alert) {
        var both = new HashSet<>(metrics.getOrDefault(alert.rule(), Set.of()));
        both.retainAll(asked);
        return !both.isEmpty();
    }
}

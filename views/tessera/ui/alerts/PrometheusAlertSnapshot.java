package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSubject;
import tessera.gpu.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.model.Problem;
import tessera.text.ForeignMessage;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.NaturalNameComparator;

/**
 * The alerts of a Prometheus, converted to this program's alerts.
 *
 * @param status how it stands with it
 * @param answer     its newest answer
 * @param alerts   each with what it is made of
 * @param problem   why there is no newer answer
 * @param receivedAt       when it answered
 */
public record PrometheusAlertSnapshot(PrometheusDiscoveryStatus status, PrometheusAlertList answer,
        Map<Alert, PrometheusAlertWithRule> alerts, Optional<Problem> problem, Instant receivedAt) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusAlertSnapshot.class);

    /** Three looks where nobody watches. */
    private static final Duration LASTS = Duration.ofMinutes(6);
    /** No rule of ours is named like this. */
    private static final String PREFIX = "prometheus: ";

    public PrometheusAlertSnapshot {
        alerts = Collections.unmodifiableMap(new LinkedHashMap<>(alerts));
    }

    /** Returns the set without alerts. */
    public static PrometheusAlertSnapshot forStatus(PrometheusDiscoveryStatus discoveryStatus) {
        return new PrometheusAlertSnapshot(discoveryStatus, PrometheusAlertList.none(), Map.of(), Optional.empty(),
                Instant.EPOCH);
    }

    private static Comparator<Alert> alertOrder() {
        return Comparator.comparing(Alert::ruleId)
                .thenComparing(alert -> alert.subject().displayName(), NaturalNameComparator.INSTANCE)
                .thenComparing(alert -> alert.subject().part());
    }

    /** @param now for what does not say since when it holds */
    PrometheusAlertSnapshot withAnswer(PrometheusAlertList latestAlertList, Instant now) {
        var made = new LinkedHashMap<Alert, PrometheusAlertWithRule>();
        // The server tells them in any order.
        latestAlertList.alerts().stream().map(alert -> Map.entry(toAlert(alert, now), alert))
                .sorted(Comparator.comparing(Map.Entry::getKey, alertOrder()))
                .forEach(alert -> made.put(alert.getKey(), alert.getValue()));
        return new PrometheusAlertSnapshot(status, latestAlertList, made, Optional.empty(), now);
    }

    /** Returns a copy with the last alerts and the reason why there are no newer ones. */
    PrometheusAlertSnapshot withProblem(Problem problem) {
        return new PrometheusAlertSnapshot(status, answer, alerts, Optional.of(problem), receivedAt);
    }

    /** Returns whether the last answer is too old to be taken as current. */
    boolean isOutdated(Instant now) {
        return problem.isPresent() && Duration.between(receivedAt, now).compareTo(LASTS) > 0;
    }

    /** Returns a copy in which alerts about pods name their nodes. */
    PrometheusAlertSnapshot withNodes(GpuFleet fleet) {
        var wanted = new HashSet<String>();
        alerts.forEach((alert, server) -> podKeyOf(alert, server).ifPresent(wanted::add));
        if (wanted.isEmpty()) {
            return this;
        }
        var pods = new PodNodeIndex(fleet, wanted);
        var made = new LinkedHashMap<Alert, PrometheusAlertWithRule>();
        for (var entry : alerts.entrySet()) {
            var alert = entry.getKey();
            var server = entry.getValue();
            made.put(podKeyOf(alert, server).map(pod -> withNode(alert, pods.nodeOf(pod))).orElse(alert), server);
        }
        return new PrometheusAlertSnapshot(status, answer, made, problem, receivedAt);
    }

    /** Returns the key of the pod whose node is the alert's; empty where the node is known or no pod is named. */
    private static Optional<String> podKeyOf(Alert alert, PrometheusAlertWithRule server) {
        var name = server.labels().getOrDefault("pod", "");
        if (!alert.subject().node().isEmpty() || name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(server.labels().getOrDefault("namespace", "") + "/" + name);
    }

    private static Alert withNode(Alert alert, String node) {
        var subject = alert.subject();
        return new Alert(alert.ruleId(), alert.title(), alert.severity(),
                new AlertSubject(node, subject.device(), subject.deviceTitle(), subject.instance(), subject.pod(),
                        subject.part()),
                alert.state(), alert.times(), alert.measure(), alert.reason(), alert.evidence(), alert.holders(),
                alert.remedy());
    }

    /** Returns the name of the Prometheus; empty where there is none. */
    Optional<String> prometheusName() {
        if (status instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, _, _)) {
            return Optional.of(name);
        }
        return Optional.empty();
    }

    List<Alert> firingAlerts() {
        return alerts.keySet().stream().filter(Alert::isActive).toList();
    }

    List<Alert> pendingAlerts() {
        return alerts.keySet().stream().filter(alert -> !alert.isActive()).toList();
    }

    /** Returns whether an alert comes from a Prometheus. */
    static boolean isPrometheusAlert(Alert alert) {
        return alert.ruleId().startsWith(PREFIX);
    }

    /** Converts an alert of a Prometheus, with its subject taken from its labels. */
    public static Alert toAlert(PrometheusAlertWithRule alert, Instant now) {
        boolean firing = alert.state() == PrometheusAlertWithRule.PrometheusAlertState.FIRING;
        var since = Objects.requireNonNullElse(alert.since(), now);
        return new Alert(PREFIX + alert.name(), alert.name(), parseSeverity(alert.severity()), subjectOf(alert),
                firing ? Alert.AlertState.FIRING : Alert.AlertState.PENDING,
                new Alert.AlertTimes(since, firing ? since.plus(alert.holdDuration()) : null, null, null), null,
                new ForeignMessage(alert.summaryText()), List.of(), holdersOf(alert),
                OptionalText.orElse(alert.remedyText(), MESSAGES.text("prometheus.noRemedy")));
    }

    private static AlertSubject subjectOf(PrometheusAlertWithRule alert) {
        var part = alert.labels().entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Object::toString)
                .collect(Collectors.joining(","));
        var gpu = alert.labels().getOrDefault("gpu", "");
        var uuid = gpu.isEmpty() ? "" : alert.labels().getOrDefault("UUID", gpu);
        return new AlertSubject(alert.nodeName(), uuid, OptionalText.prefixed("GPU ", gpu), -1, "", part);
    }

    private static List<String> holdersOf(PrometheusAlertWithRule alert) {
        var pod = alert.labels().getOrDefault("exported_pod", "");
        if (pod.isEmpty()) {
            return List.of();
        }
        return List.of(alert.labels().getOrDefault("exported_namespace", "") + "/" + pod);
    }

    private static AlertOrFindingSeverity parseSeverity(String label) {
        return switch (label.toLowerCase(Locale.ROOT)) {
            case "critical", "page", "error", "emergency", "high" -> AlertOrFindingSeverity.CRITICAL;
            case "warning", "warn", "medium" -> AlertOrFindingSeverity.WARNING;
            default -> AlertOrFindingSeverity.INFO;
        };
    }

    /** The nodes of some pods of a fleet; for an exporter, the node that it reports on. */
    private static final class PodNodeIndex {

        private final Map<String, String> nodes = new HashMap<>();

        /** @param wanted their keys: a few of many thousands, which are gone through often */
        PodNodeIndex(GpuFleet fleet, Set<String> wanted) {
            var names = wanted.stream().map(key -> key.substring(key.indexOf('/') + 1)).collect(Collectors.toSet());
            fleet.snapshot().pods().filter(pod -> names.contains(pod.name()))
                    .forEach(pod -> nodes.put(pod.key(), pod.node()));
            fleet.readings().nodes().values().stream().filter(readings -> wanted.contains(readings.source()))
                    .forEach(readings -> nodes.put(readings.source(), readings.node()));
        }

        /** Returns the node of a pod; empty where it is not known. */
        String nodeOf(String key) {
            return nodes.getOrDefault(key, "");
        }
    }
}

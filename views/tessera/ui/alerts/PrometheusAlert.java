package tessera.ui.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.alerts.Alert;
import tessera.alerts.AlertSubject;
import tessera.alerts.Severity;
import tessera.insight.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.rule.ServerAlert;
import tessera.metrics.prometheus.rule.ServerAlerts;
import tessera.model.Problem;
import tessera.ui.kit.NaturalOrder;

/**
 * What the rules of a Prometheus find, in the form of the alerts that are found here.
 *
 * @param standing how it stands with it
 * @param told     its newest answer
 * @param alerts   each with what it is made of
 * @param failed   why there is no newer answer
 * @param at       when it answered
 */
public record PrometheusAlert(PrometheusStatus standing, ServerAlerts told, Map<Alert, ServerAlert> alerts,
        Optional<Problem> failed, Instant at) {

    /** Three looks where nobody watches. */
    private static final Duration LASTS = Duration.ofMinutes(6);
    /** No rule of ours is named like this. */
    private static final String PREFIX = "prometheus: ";
    private static final String SILENT = "The rule says nothing of what to do.";

    public PrometheusAlert {
        alerts = Collections.unmodifiableMap(new LinkedHashMap<>(alerts));
    }

    /** Nothing yet. */
    public static PrometheusAlert of(PrometheusStatus standing) {
        return new PrometheusAlert(standing, ServerAlerts.none(), Map.of(), Optional.empty(), Instant.EPOCH);
    }

    private static Comparator<Alert> order() {
        return Comparator.comparing(Alert::rule)
                .thenComparing(alert -> alert.subject().name(), NaturalOrder.INSTANCE)
                .thenComparing(alert -> alert.subject().part());
    }

    /** @param now for what does not say since when it holds */
    PrometheusAlert with(ServerAlerts newest, Instant now) {
        var made = new LinkedHashMap<Alert, ServerAlert>();
        // The server tells them in any order.
        newest.alerts().stream().map(alert -> Map.entry(alert(alert, now), alert))
                .sorted(Comparator.comparing(Map.Entry::getKey, order()))
                .forEach(alert -> made.put(alert.getKey(), alert.getValue()));
        return new PrometheusAlert(standing, newest, made, Optional.empty(), now);
    }

    /** What was told last stays, with the reason why nothing newer is. */
    PrometheusAlert without(Problem why) {
        return new PrometheusAlert(standing, told, alerts, Optional.of(why), at);
    }

    /** Whether what was told is too old to be taken for what is so now. */
    boolean lapsed(Instant now) {
        return failed.isPresent() && Duration.between(at, now).compareTo(LASTS) > 0;
    }

    /** With the node of the pod that is named, where no node is. */
    PrometheusAlert located(GpuFleet fleet) {
        var wanted = new HashSet<String>();
        alerts.forEach((alert, server) -> pod(alert, server).ifPresent(wanted::add));
        if (wanted.isEmpty()) {
            return this;
        }
        var pods = new PodNodes(fleet, wanted);
        var made = new LinkedHashMap<Alert, ServerAlert>();
        alerts.forEach((alert, server) -> made.put(
                pod(alert, server).map(pod -> located(alert, pods.of(pod))).orElse(alert), server));
        return new PrometheusAlert(standing, told, made, failed, at);
    }

    /** The key of the pod that tells where something is; empty where that is told, or nothing tells it. */
    private static Optional<String> pod(Alert alert, ServerAlert server) {
        var name = server.labels().getOrDefault("pod", "");
        return !alert.subject().node().isEmpty() || name.isEmpty() ? Optional.empty()
                : Optional.of(server.labels().getOrDefault("namespace", "") + "/" + name);
    }

    private static Alert located(Alert alert, String node) {
        var subject = alert.subject();
        return new Alert(alert.rule(), alert.title(), alert.severity(), new AlertSubject(node, subject.device(),
                subject.title(), subject.instance(), subject.pod(), subject.part()), alert.state(), alert.times(),
                alert.measure(), alert.sentence(), alert.evidence(), alert.holders(), alert.advice());
    }

    /** Its name; empty where there is none. */
    Optional<String> name() {
        return standing instanceof PrometheusStatus.PrometheusAvailable(var name, _, _, _) ? Optional.of(name)
                : Optional.empty();
    }

    List<Alert> firing() {
        return alerts.keySet().stream().filter(Alert::active).toList();
    }

    List<Alert> pending() {
        return alerts.keySet().stream().filter(alert -> !alert.active()).toList();
    }

    /** Whether an alert is one of a Prometheus. */
    static boolean is(Alert alert) {
        return alert.rule().startsWith(PREFIX);
    }

    /** An alert of a Prometheus as one of ours: the labels tell what it is about. */
    public static Alert alert(ServerAlert alert, Instant now) {
        boolean firing = alert.state() == ServerAlert.ServerAlertState.FIRING;
        var since = alert.since() == null ? now : alert.since();
        var part = alert.labels().entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Object::toString)
                .collect(Collectors.joining(","));
        var gpu = alert.labels().getOrDefault("gpu", "");
        var uuid = alert.labels().getOrDefault("UUID", gpu);
        return new Alert(PREFIX + alert.name(), alert.name(), severity(alert.severity()),
                new AlertSubject(alert.node(), gpu.isEmpty() ? "" : uuid, gpu.isEmpty() ? "" : "GPU " + gpu, -1, "",
                        part),
                firing ? Alert.State.FIRING : Alert.State.PENDING,
                new Alert.AlertTimes(since, firing ? since.plus(alert.patience()) : null, null, null), null,
                alert.sentence(), List.of(), holders(alert), alert.advice().isEmpty() ? SILENT : alert.advice());
    }

    private static List<String> holders(ServerAlert alert) {
        var pod = alert.labels().getOrDefault("exported_pod", "");
        return pod.isEmpty() ? List.of() : List.of(alert.labels().getOrDefault("exported_namespace", "") + "/" + pod);
    }

    private static Severity severity(String label) {
        return switch (label.toLowerCase(Locale.ROOT)) {
            case "critical", "page", "error", "emergency", "high" -> Severity.CRITICAL;
            case "warning", "warn", "medium" -> Severity.WARNING;
            default -> Severity.INFO;
        };
    }
}

package tessera.alerts.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertsState;
import tessera.alerts.Severity;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.HealthBuilder.EvidenceMatter;
import tessera.insight.GpuDevice;
import tessera.insight.GpuFleet;
import tessera.model.EventFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodPhase;

/** Puts together what speaks for and against the health of an object. Pure; any thread. */
public final class HealthCheck {

    /** How long a cluster usually keeps events. */
    private static final Duration KEPT = Duration.ofHours(1);

    private final AlertRules rules;
    private final DeviceWitness devices;

    public HealthCheck(AlertRules rules, XidCatalog xids) {
        this.rules = rules;
        devices = new DeviceWitness(xids);
    }

    /** The rules by which it judges. */
    public AlertRules rules() {
        return rules;
    }

    /**
     * What is known at one moment.
     *
     * @param alerts what the rules found
     * @param noted  what the cluster noted about the object
     */
    public record HealthInput(GpuFleet fleet, AlertsState alerts, RecentEvents noted, Instant now) {}

    /** Of a node and all its GPUs. */
    public HealthReport node(NodeInfo node, List<GpuDevice> all, HealthInput known) {
        var findings = new HealthBuilder();
        var witness = new NodeWitness(known.fleet().snapshot(), known.now());
        witness.conditions(node, findings);
        known.fleet().node(node.name()).ifPresent(gpus -> witness.capacity(gpus, findings));
        judge(node.name(), all, known, findings);
        alerts(known, alert -> alert.subject().node().equals(node.name()), findings);
        events(known, findings);
        return findings.health();
    }

    /** Of one GPU, or of the GPU of an instance: what of the node is not its own is left out. */
    public HealthReport device(GpuDevice device, HealthInput known) {
        var findings = new HealthBuilder();
        var measured = device.measured();
        var node = device.node().name();
        judge(node, List.of(device), known, findings);
        if (measured == null) {
            findings.unchecked("Alerts: which device this is is not known");
        } else {
            var subject = AlertSubject.device(node, measured).device();
            alerts(known, alert -> alert.subject().node().equals(node) && alert.subject().device().equals(subject),
                    findings);
        }
        return findings.health();
    }

    /** Of a pod and what it holds. */
    public HealthReport pod(PodFacts pod, List<GpuDevice> held, HealthInput known) {
        var findings = new HealthBuilder();
        boolean well = pod.phase() == PodPhase.SUCCEEDED
                || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
        var state = "%s, %d of %d containers ready".formatted(pod.status(), pod.ready(), pod.total());
        if (well) {
            findings.checked(state, "the API server");
        } else {
            findings.found(
                    new HealthEvidence(pod.phase() == PodPhase.FAILED ? Severity.CRITICAL : Severity.WARNING, state,
                            pod.message(), "the API server", null));
        }
        if (pod.restarts() > 0) {
            findings.found(new HealthEvidence(Severity.INFO, "Its containers were started again "
                    + (pod.restarts() == 1 ? "once" : pod.restarts() + " times"), "", "the API server", null));
        }
        if (!held.isEmpty()) {
            judge(pod.node(), held, known, findings);
        }
        alerts(known, alert -> alert.holders().contains(pod.key()), findings);
        events(known, findings);
        return findings.health();
    }

    private void judge(String node, List<GpuDevice> all, HealthInput known, HealthBuilder findings) {
        var boards = all.stream().filter(device -> !device.isInstance()).toList();
        // Of instances their boards are judged, each once.
        var judged = boards.isEmpty() ? all.stream().limit(1).toList() : boards;
        var trouble = known.fleet().readings().trouble();
        if (trouble != null) {
            findings.unchecked("GPUs: " + trouble.sentence());
        } else if (!judged.isEmpty()) {
            devices.judge(judged, Optional.ofNullable(known.fleet().readings().node(node)), findings);
        }
    }

    private void alerts(HealthInput known, Predicate<Alert> concerned, HealthBuilder findings) {
        if (known.alerts().at().equals(Instant.EPOCH)) {
            findings.unchecked("Alert rules: not asked yet");
            return;
        }
        var found = known.alerts().active().stream().filter(concerned).toList();
        for (var alert : found) {
            var signal = rules.rule(alert.rule()).map(rule -> rule.signal()).orElse(AlertSignal.NODE_CONDITION);
            findings.alarmed(new EvidenceMatter(signal, alert.subject().device(), alert.subject().part()), alert,
                    new HealthEvidence(alert.severity(), alert.sentence(), alert.advice(), "alert rule " + alert.rule(),
                            alert.times().since()));
        }
        if (found.isEmpty()) {
            findings.checked("No alert fires", "%d alert rules".formatted(rules.all().size()));
        }
    }

    private static void events(HealthInput known, HealthBuilder findings) {
        if (!known.noted().trouble().isEmpty()) {
            findings.unchecked("Events: " + known.noted().trouble());
            return;
        }
        var warnings = known.noted().events().stream().filter(EventFacts::isWarning).toList();
        for (var event : warnings) {
            var last = event.last();
            findings.found(new HealthEvidence(Severity.WARNING,
                    event.reason() + (event.count() > 1 ? " × " + event.count() : ""), event.message(),
                    "event of " + event.source(),
                    last == null ? null : known.now().minus(known.fleet().snapshot().age(last, known.now()))));
        }
        if (warnings.isEmpty()) {
            findings.checked("No warning among its events of about the last %d h".formatted(KEPT.toHours()),
                    "the API server");
        }
    }
}

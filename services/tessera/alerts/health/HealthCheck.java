package tessera.alerts.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.alerts.Severity;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.alerts.Xids;
import tessera.alerts.health.Findings.Matter;
import tessera.insight.Fleet;
import tessera.insight.GpuDevice;
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

    public HealthCheck(AlertRules rules, Xids xids) {
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
    public record Known(Fleet fleet, AlertsState alerts, Noted noted, Instant now) {}

    /** Of a node and all its GPUs. */
    public Health node(NodeInfo node, List<GpuDevice> all, Known known) {
        var findings = new Findings();
        var witness = new NodeWitness(known.fleet().snapshot(), known.now());
        witness.conditions(node, findings);
        known.fleet().node(node.name()).ifPresent(gpus -> witness.capacity(gpus, findings));
        judge(node.name(), all, known, findings);
        alerts(known, alert -> alert.subject().node().equals(node.name()), findings);
        events(known, findings);
        return findings.health();
    }

    /** Of one GPU, or of the GPU of an instance: what of the node is not its own is left out. */
    public Health device(GpuDevice device, Known known) {
        var findings = new Findings();
        var measured = device.measured();
        var node = device.node().name();
        judge(node, List.of(device), known, findings);
        if (measured == null) {
            findings.unchecked("Alerts: which device this is is not known");
        } else {
            var subject = Subject.device(node, measured).device();
            alerts(known, alert -> alert.subject().node().equals(node) && alert.subject().device().equals(subject),
                    findings);
        }
        return findings.health();
    }

    /** Of a pod and what it holds. */
    public Health pod(PodFacts pod, List<GpuDevice> held, Known known) {
        var findings = new Findings();
        boolean well = pod.phase() == PodPhase.SUCCEEDED
                || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
        var state = "%s, %d of %d containers ready".formatted(pod.status(), pod.ready(), pod.total());
        if (well) {
            findings.checked(state, "the API server");
        } else {
            findings.found(new Evidence(pod.phase() == PodPhase.FAILED ? Severity.CRITICAL : Severity.WARNING, state,
                    pod.message(), "the API server", null));
        }
        if (pod.restarts() > 0) {
            findings.found(new Evidence(Severity.INFO, "Its containers were started again "
                    + (pod.restarts() == 1 ? "once" : pod.restarts() + " times"), "", "the API server", null));
        }
        if (!held.isEmpty()) {
            judge(pod.node(), held, known, findings);
        }
        alerts(known, alert -> alert.holders().contains(pod.key()), findings);
        events(known, findings);
        return findings.health();
    }

    private void judge(String node, List<GpuDevice> all, Known known, Findings findings) {
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

    private void alerts(Known known, Predicate<Alert> concerned, Findings findings) {
        if (known.alerts().at().equals(Instant.EPOCH)) {
            findings.unchecked("Alert rules: not asked yet");
            return;
        }
        var found = known.alerts().active().stream().filter(concerned).toList();
        for (var alert : found) {
            var signal = rules.rule(alert.rule()).map(rule -> rule.signal()).orElse(Signal.NODE_CONDITION);
            findings.alarmed(new Matter(signal, alert.subject().device(), alert.subject().part()), alert,
                    new Evidence(alert.severity(), alert.sentence(), alert.advice(), "alert rule " + alert.rule(),
                            alert.times().since()));
        }
        if (found.isEmpty()) {
            findings.checked("No alert fires", "%d alert rules".formatted(rules.all().size()));
        }
    }

    private static void events(Known known, Findings findings) {
        if (!known.noted().trouble().isEmpty()) {
            findings.unchecked("Events: " + known.noted().trouble());
            return;
        }
        var warnings = known.noted().events().stream().filter(EventFacts::isWarning).toList();
        for (var event : warnings) {
            var last = event.last();
            findings.found(new Evidence(Severity.WARNING,
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

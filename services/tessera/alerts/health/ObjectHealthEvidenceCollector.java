package tessera.alerts.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.HealthReportBuilder.EvidenceKey;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.model.EventSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;

/** Collects the evidence for and against the health of an object. Pure; any thread. */
public final class ObjectHealthEvidenceCollector {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectHealthEvidenceCollector.class);
    /** How long a cluster usually keeps events. */
    private static final Duration KEPT = Duration.ofHours(1);

    private final AlertRules rules;
    private final DeviceHealthEvaluator devices;

    public ObjectHealthEvidenceCollector(AlertRules rules, XidCatalog xids) {
        this.rules = rules;
        devices = new DeviceHealthEvaluator(xids);
    }

    /** Returns the rules by which it judges. */
    public AlertRules rules() {
        return rules;
    }

    /**
     * Everything known at one moment: fleet, alerts, events.
     *
     * @param alerts what the rules found
     * @param events  what the cluster noted about the object
     */
    public record HealthEvaluationInput(GpuFleet fleet, AlertSnapshot alerts, RecentObjectEvents events, Instant now) {}

    /** Returns the health of a node and all its GPUs. */
    public ObjectHealthReport reportNode(NodeWithBoundPods node, List<GpuDevice> all, HealthEvaluationInput input) {
        var findings = new HealthReportBuilder();
        var healthEvaluator = new NodeHealthEvaluator(input.fleet().snapshot(), input.now());
        healthEvaluator.judgeConditions(node, findings);
        input.fleet().node(node.name()).ifPresent(gpus -> healthEvaluator.judgeCapacity(gpus, findings));
        judgeNode(node.name(), all, input, findings);
        addAlerts(input, alert -> alert.subject().node().equals(node.name()), findings);
        addEvents(input, findings);
        return findings.build();
    }

    /** Returns the health of one GPU, or of the GPU of an instance, without what concerns only the node. */
    public ObjectHealthReport reportDevice(GpuDevice device, HealthEvaluationInput input) {
        var findings = new HealthReportBuilder();
        var deviceReadings = device.readings();
        var node = device.node().name();
        judgeNode(node, List.of(device), input, findings);
        if (deviceReadings == null) {
            findings.addUnchecked(MESSAGES.text("unchecked.device-alerts"));
        } else {
            var subject = AlertSubject.forDevice(node, deviceReadings).device();
            addAlerts(input, alert -> alert.subject().node().equals(node) && alert.subject().device().equals(subject),
                    findings);
        }
        return findings.build();
    }

    /** Returns the health of a pod and the GPUs it holds. */
    public ObjectHealthReport reportPod(PodSummary pod, List<GpuDevice> held, HealthEvaluationInput input) {
        var findings = new HealthReportBuilder();
        boolean well = pod.phase() == PodPhase.SUCCEEDED
                || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
        var state = MESSAGES.text("check.pod", pod.status(), pod.ready(), pod.total());
        if (well) {
            findings.addChecked(state, MESSAGES.text("source.server"));
        } else {
            findings.addEvidence(new UnhealthyObjectEvidence(
                    pod.phase() == PodPhase.FAILED ? AlertOrFindingSeverity.CRITICAL : AlertOrFindingSeverity.WARNING,
                    state, pod.message(), MESSAGES.text("source.server"), null));
        }
        if (pod.restarts() > 0) {
            findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.INFO,
                    new HealthReason.PodContainersRestarted(pod.restarts()), MESSAGES.text("source.server")));
        }
        if (!held.isEmpty()) {
            judgeNode(pod.node(), held, input, findings);
        }
        addAlerts(input, alert -> alert.holders().contains(pod.key()), findings);
        addEvents(input, findings);
        return findings.build();
    }

    private void judgeNode(String node, List<GpuDevice> all, HealthEvaluationInput input,
            HealthReportBuilder findings) {
        var boards = all.stream().filter(device -> !device.isInstance()).toList();
        // Of instances their boards are judged, each once.
        var judged = boards.isEmpty() ? all.stream().limit(1).toList() : boards;
        var problem = input.fleet().readings().problem();
        if (problem != null) {
            findings.addUnchecked(MESSAGES.text("unchecked.gpus", problem.problemText()));
        } else if (!judged.isEmpty()) {
            devices.judge(judged, Optional.ofNullable(input.fleet().readings().readingsOf(node)), findings);
        }
    }

    private void addAlerts(HealthEvaluationInput input, Predicate<Alert> concerned, HealthReportBuilder findings) {
        if (input.alerts().evaluatedAt().equals(Instant.EPOCH)) {
            findings.addUnchecked(MESSAGES.text("unchecked.alert-rules"));
            return;
        }
        var found = input.alerts().active().stream().filter(concerned).toList();
        for (var alert : found) {
            var signal = rules.findRule(alert.ruleId()).map(rule -> rule.signal()).orElse(AlertSignal.NODE_CONDITION);
            findings.addAlert(new EvidenceKey(signal, alert.subject().device(), alert.subject().part()), alert,
                    new UnhealthyObjectEvidence(alert.severity(), alert.sentence(), alert.remedy(),
                            MESSAGES.text("source.alert-rule", alert.ruleId()), alert.times().since()));
        }
        if (found.isEmpty()) {
            findings.addChecked(MESSAGES.text("check.no-alerts"),
                    MESSAGES.text("source.alert-rules", rules.allRules().size()));
        }
    }

    private static void addEvents(HealthEvaluationInput input, HealthReportBuilder findings) {
        if (!input.events().problemText().isEmpty()) {
            findings.addUnchecked(MESSAGES.text("unchecked.events", input.events().problemText()));
            return;
        }
        var warnings = input.events().events().stream().filter(EventSummary::isWarning).toList();
        for (var event : warnings) {
            var last = event.last();
            findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.WARNING,
                    event.reason() + (event.count() > 1 ? " × " + event.count() : ""), event.message(),
                    MESSAGES.text("source.event", event.source()),
                    last == null ? null : input.now().minus(input.fleet().snapshot().ageOf(last, input.now()))));
        }
        if (warnings.isEmpty()) {
            findings.addChecked(MESSAGES.text("check.no-warnings", KEPT.toHours()), MESSAGES.text("source.server"));
        }
    }
}

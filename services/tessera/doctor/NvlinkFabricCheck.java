package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFault.FaultyNodePart;
import tessera.model.PodFailureMessagePatterns;
import tessera.model.PodSummary;
import tessera.model.ReadLimitedCharSequence;
import tessera.stack.GpuStackComponent;
import tessera.text.MessageCatalog;

/**
 * The evidence that a node's NVLink fabric is not ready: one finding for validation, workloads, exporter and monitors.
 */
final class NvlinkFabricCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NvlinkFabricCheck.class);

    static final String ID = "fabric-not-ready";
    /** Rules about the fabric manager. */
    private static final String RULES = "fabric-manager";
    private static final Pattern SIGN = PodFailureMessagePatterns.pattern("<fabric-not-ready>");

    private final DiagnosisInput input;

    NvlinkFabricCheck(DiagnosisInput input) {
        this.input = input;
    }

    /** Returns the lines of a log that report a fabric that is not ready. */
    static List<String> fabricLines(List<String> log) {
        return log.stream().filter(NvlinkFabricCheck::isFabricLine).map(String::strip).distinct().toList();
    }

    private static boolean isFabricLine(String line) {
        return ReadLimitedCharSequence.findMatch(SIGN, line).isPresent();
    }

    /** Returns the findings with all those about the same fabric joined. */
    List<DiagnosisFinding> joinFindings(GpuStackSymptomCatalog catalog, List<DiagnosisFinding> findings) {
        var together = new LinkedHashMap<String, DiagnosisFinding>();
        var ofStack = findings.stream().filter(finding -> finding.id().equals("stack"))
                .collect(Collectors.groupingBy(DiagnosisFinding::node));
        var alerts = Stream.concat(input.alerts().active().stream(), input.alerts().pending().stream())
                .filter(alert -> alert.ruleId().startsWith(RULES))
                .collect(Collectors.groupingBy(alert -> alert.subject().node()));
        for (var node : input.fleet().nodes()) {
            var evidence = findEvidence(node, ofStack.getOrDefault(node.name(), List.of()),
                    exporterEvidence(node, alerts.getOrDefault(node.name(), List.of())));
            if (!evidence.isEmpty()) {
                together.put(node.name(), catalog
                        .finding(ID,
                                SymptomPlaceholderValues.ofNode(node.name(),
                                        evidence.stream().anyMatch(NvlinkFabricCheck::isFabricLine)
                                                ? MESSAGES.text("fabric.error")
                                                : ""),
                                evidence)
                        .withRemediation(new FindingRemediation.CordonNodesRemedy(List.of(node.name()))));
            }
        }
        return Stream.concat(
                findings.stream()
                        .filter(finding -> !(together.containsKey(finding.node()) && isCoveredByFabric(finding))),
                together.values().stream()).toList();
    }

    /** Returns the evidence: logs suffice alone; exporter and monitors only together. */
    private List<String> findEvidence(GpuNode node, List<DiagnosisFinding> ofStack, List<String> exporter) {
        var logs = new ArrayList<>(input.evidence().fabric().getOrDefault(node.name(), List.of()));
        ofStack.stream().filter(_ -> logs.isEmpty()).forEach(finding -> logs.addAll(fabricLines(finding.evidence())));
        node.info().pods().forEach(pod -> logs.addAll(logEvidence(pod)));
        var signals = new ArrayList<>(exporter);
        node.faults().stream().filter(NvlinkFabricCheck::isFabricManagerFault)
                .map(fault -> fault.reportText().orElseGet(fault::label)).forEach(signals::add);
        boolean enough = !logs.isEmpty() || (!exporter.isEmpty() && signals.size() > exporter.size());
        if (enough) {
            return Stream.concat(logs.stream(), signals.stream()).toList();
        }
        return List.of();
    }

    private List<String> logEvidence(PodSummary pod) {
        var log = input.logs().get(pod.key());
        return fabricLines(log == null ? List.of() : log.lines()).stream().limit(1)
                .map(line -> MESSAGES.text("log.pod", pod.key(), line)).toList();
    }

    private List<String> exporterEvidence(GpuNode node, List<Alert> alerts) {
        var counts = new LinkedHashMap<String, Long>();
        alerts.stream().map(this::alertTitle).forEach(title -> counts.merge(title, 1L, Long::sum));
        var readings = input.fleet().readings().readingsOf(node.name());
        return counts.entrySet().stream().map(each -> MESSAGES.text("fabric.exporter", each.getKey(), each.getValue(),
                readings == null ? each.getValue() : readings.devices().size())).toList();
    }

    private String alertTitle(Alert alert) {
        return input.rules().findRule(alert.ruleId()).map(AlertRule::title).orElse(alert.ruleId());
    }

    private static boolean isFabricManagerFault(NodeFault fault) {
        return fault.topic() == FaultyNodePart.FABRIC && Stream
                .concat(Stream.of(fault.signal()), fault.details().stream()).anyMatch(text -> text.contains("Fabric"));
    }

    /** Returns whether a finding of such a node adds nothing to the joined one. */
    private boolean isCoveredByFabric(DiagnosisFinding finding) {
        return finding.id().equals(ID) || finding.id().startsWith(RULES)
                || (finding.id().equals("stack") && validatorFails(finding.node()))
                || (finding.id().equals("node-condition") && input.fleet().node(finding.node()).stream()
                        .flatMap(node -> node.faults().stream()).filter(NvlinkFabricCheck::isFabricManagerFault)
                        .anyMatch(fault -> fault.reportText().stream().allMatch(finding.evidence()::contains)));
    }

    private boolean validatorFails(String node) {
        return input.stack().stream().flatMap(stack -> stack.chains().stream())
                .filter(chain -> chain.name().equals(node)).flatMap(chain -> chain.finding().stream())
                .anyMatch(finding -> finding.component() == GpuStackComponent.VALIDATOR);
    }
}

package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRule;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuNode;
import tessera.insight.node.NodeFault;
import tessera.insight.node.NodeFault.Topic;
import tessera.model.BoundedCharSequence;
import tessera.model.ErrorPatterns;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.stack.StackComponent;

/**
 * Nodes whose NVLink fabric is not ready: one finding each for what validation, workloads, exporter and monitors say of
 * it.
 */
final class FabricEvidence {

    static final String ID = "fabric-not-ready";
    /** Rules about the fabric manager. */
    private static final String RULES = "fabric-manager";
    private static final Pattern SIGN = ErrorPatterns.pattern("<fabric-not-ready>");
    private static final String ENDED = ": CUDA ends with error 802 (system not yet initialized)";

    private final DiagnosisInput known;

    FabricEvidence(DiagnosisInput known) {
        this.known = known;
    }

    /** Returns those lines of a log that tell of a fabric that is not ready. */
    static List<String> lines(List<String> log) {
        return log.stream().filter(FabricEvidence::logged).map(String::strip).distinct().toList();
    }

    private static boolean logged(String line) {
        return BoundedCharSequence.find(SIGN, line).isPresent();
    }

    /** Returns the findings with all that tells the same put together. */
    List<DoctorFinding> joined(SymptomCatalog matrix, List<DoctorFinding> findings) {
        var together = new LinkedHashMap<String, DoctorFinding>();
        var ofStack = findings.stream().filter(finding -> finding.id().equals("stack"))
                .collect(Collectors.groupingBy(DoctorFinding::node));
        var alerts = Stream.concat(known.alerts().active().stream(), known.alerts().pending().stream())
                .filter(alert -> alert.rule().startsWith(RULES))
                .collect(Collectors.groupingBy(alert -> alert.subject().node()));
        for (var node : known.fleet().nodes()) {
            var evidence = evidence(node, ofStack.getOrDefault(node.name(), List.of()),
                    exporter(node, alerts.getOrDefault(node.name(), List.of())));
            if (!evidence.isEmpty()) {
                together.put(node.name(), matrix.finding(ID, SymptomSubject.node(node.name(),
                        evidence.stream().anyMatch(FabricEvidence::logged) ? ENDED : ""), evidence)
                        .mendedBy(new Remediation.Close(List.of(node.name()))));
            }
        }
        return Stream.concat(findings.stream()
                .filter(finding -> !(together.containsKey(finding.node()) && tells(finding))),
                together.values().stream())
                .toList();
    }

    /** Logs tell for certain; exporter and monitors each tell enough by themselves unless both do. */
    private List<String> evidence(GpuNode node, List<DoctorFinding> ofStack, List<String> exporter) {
        var logs = new ArrayList<>(known.evidence().fabric().getOrDefault(node.name(), List.of()));
        ofStack.stream().filter(_ -> logs.isEmpty()).forEach(finding -> logs.addAll(lines(finding.evidence())));
        node.info().pods().forEach(pod -> logs.addAll(written(pod)));
        var signals = new ArrayList<>(exporter);
        node.faults().stream().filter(FabricEvidence::ofManager)
                .map(fault -> "condition %s: %s".formatted(fault.label(), String.join(": ", fault.words())))
                .forEach(signals::add);
        boolean enough = !logs.isEmpty() || (!exporter.isEmpty() && signals.size() > exporter.size());
        return enough ? Stream.concat(logs.stream(), signals.stream()).toList() : List.of();
    }

    private List<String> written(PodFacts pod) {
        var log = known.written().get(pod.key());
        return lines(log == null ? List.of() : log.lines()).stream().limit(1)
                .map(line -> "%s wrote: %s".formatted(pod.key(), line)).toList();
    }

    private List<String> exporter(GpuNode node, List<Alert> alerts) {
        var counts = new LinkedHashMap<String, Long>();
        alerts.stream().map(this::title).forEach(title -> counts.merge(title, 1L, Long::sum));
        var readings = known.fleet().readings().node(node.name());
        return counts.entrySet().stream().map(each -> "exporter: %s, %d of %s".formatted(each.getKey(),
                each.getValue(), Plurals.of(readings == null ? each.getValue() : readings.devices().size(), "GPU")))
                .toList();
    }

    private String title(Alert alert) {
        return known.rules().rule(alert.rule()).map(AlertRule::title).orElse(alert.rule());
    }

    private static boolean ofManager(NodeFault fault) {
        return fault.topic() == Topic.FABRIC && Stream.concat(Stream.of(fault.sign()), fault.words().stream())
                .anyMatch(text -> text.contains("Fabric"));
    }

    /** Whether a finding of such a node says nothing that the joined one does not. */
    private boolean tells(DoctorFinding finding) {
        return finding.id().equals(ID) || finding.id().startsWith(RULES)
                || (finding.id().equals("stack") && validatorFails(finding.node()))
                || (finding.id().equals("node-condition") && known.fleet().node(finding.node()).stream()
                        .flatMap(node -> node.faults().stream()).filter(FabricEvidence::ofManager)
                        .anyMatch(fault -> finding.evidence().containsAll(fault.words())));
    }

    private boolean validatorFails(String node) {
        return known.stack().stream().flatMap(stack -> stack.chains().stream())
                .filter(chain -> chain.name().equals(node)).flatMap(chain -> chain.finding().stream())
                .anyMatch(finding -> finding.at() == StackComponent.VALIDATOR);
    }
}

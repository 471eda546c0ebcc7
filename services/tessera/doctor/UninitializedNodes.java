package tessera.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.alerts.Severity;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.InstanceTypes;
import tessera.model.DurationText;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.scheduling.KarpenterClaim;
import tessera.scheduling.KarpenterClaim.ClaimPhase;

/** Looks at nodes that Karpenter made and that do not get ready: it makes no other while they are there. */
final class UninitializedNodes {

    /** So long drivers and device plugins take on a new node, as a rule. */
    private static final Duration SETTING_UP = Duration.ofMinutes(15);

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;

    UninitializedNodes(SymptomCatalog matrix, DiagnosisInput known) {
        this.matrix = matrix;
        this.known = known;
    }

    List<DoctorFinding> findings() {
        return claims(known).map(this::finding).toList();
    }

    /** Returns those whose node has joined without the devices that they ask for. */
    static Stream<KarpenterClaim> claims(DiagnosisInput known) {
        return known.evidence().claims().stream()
                .filter(claim -> claim.phase() == ClaimPhase.INITIALIZING && !claim.resource().isEmpty());
    }

    private DoctorFinding finding(KarpenterClaim claim) {
        var node = known.fleet().snapshot().node(claim.node()).map(NodeInfo::facts);
        var age = Optional.ofNullable(claim.since()).or(() -> node.map(NodeFacts::created)).map(this::age);
        boolean starts = age.filter(each -> each.compareTo(SETTING_UP) >= 0).isEmpty();
        var evidence = new ArrayList<String>();
        evidence.add("nodeclaims/%s: %s".formatted(claim.name(), claim.message()));
        node.map(NodeFacts::taints).stream().flatMap(List::stream)
                .forEach(taint -> evidence.add("taint " + taint));
        var finding = matrix.finding("node-uninitialized", SymptomSubject.node(claim.node(), claim.resource())
                .with("gpus", node.map(UninitializedNodes::gpus).orElse("")).with("claim", claim.name())
                .with("age", age.map(each -> " for " + DurationText.words(each)).orElse("")), evidence);
        return starts ? finding.as(Severity.INFO) : finding;
    }

    private Duration age(Instant since) {
        return known.fleet().snapshot().age(since, known.now());
    }

    /** What the machine should have, where its cloud tells. */
    private static String gpus(NodeFacts node) {
        return InstanceTypes.of(node).filter(machine -> machine.gpus() > 0)
                .map(machine -> "should have %d × %s and ".formatted(machine.gpus(),
                        AcceleratorCatalog.standard().product(machine.product()).title()))
                .orElse("");
    }
}

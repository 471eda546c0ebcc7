package tessera.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.CloudInstanceTypeCatalog;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.scheduling.KarpenterNodeClaim;
import tessera.scheduling.KarpenterNodeClaim.NodeClaimPhase;
import tessera.text.DurationFormatter;
import tessera.text.MessageCatalog;

/** Checks nodes that Karpenter launched and that do not get ready: it launches no other while they exist. */
final class KarpenterUninitializedNodeCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KarpenterUninitializedNodeCheck.class);

    /** So long drivers and device plugins take on a new node, as a rule. */
    private static final Duration SETTING_UP = Duration.ofMinutes(15);

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;

    KarpenterUninitializedNodeCheck(GpuStackSymptomCatalog catalog, DiagnosisInput input) {
        this.catalog = catalog;
        this.input = input;
    }

    List<DiagnosisFinding> findings() {
        return uninitializedClaims(input).map(this::claimFinding).toList();
    }

    /** Returns the claims whose node has joined without the devices that they request. */
    static Stream<KarpenterNodeClaim> uninitializedClaims(DiagnosisInput input) {
        return input.evidence().claims().stream()
                .filter(claim -> claim.phase() == NodeClaimPhase.INITIALIZING && !claim.resource().isEmpty());
    }

    private DiagnosisFinding claimFinding(KarpenterNodeClaim claim) {
        var node = input.fleet().snapshot().findNode(claim.node()).map(NodeWithBoundPods::nodeSummary);
        var age = Optional.ofNullable(claim.since()).or(() -> node.map(NodeSummary::created)).map(this::ageOf);
        boolean starts = age.filter(each -> each.compareTo(SETTING_UP) >= 0).isEmpty();
        var evidence = new ArrayList<String>();
        evidence.add("nodeclaims/%s: %s".formatted(claim.name(), claim.message()));
        node.map(NodeSummary::taints).stream().flatMap(List::stream).forEach(taint -> evidence.add("taint " + taint));
        var finding = catalog
                .finding("node-uninitialized",
                        SymptomPlaceholderValues.ofNode(claim.node(), claim.resource())
                                .withPlaceholder("gpus",
                                        node.map(KarpenterUninitializedNodeCheck::gpuCountText).orElse(""))
                                .withPlaceholder("claim", claim.name()).withPlaceholder("age",
                                        age.map(DurationFormatter::durationText)
                                                .map(text -> MESSAGES.text("karpenter.age", text)).orElse("")),
                        evidence);
        return starts ? finding.withSeverity(AlertOrFindingSeverity.INFO) : finding;
    }

    private Duration ageOf(Instant since) {
        return input.fleet().snapshot().ageOf(since, input.now());
    }

    /** Returns the GPUs that the machine should have, where its cloud reports them. */
    private static String gpuCountText(NodeSummary node) {
        return CloudInstanceTypeCatalog.gpusOf(node).filter(machine -> machine.gpus() > 0)
                .map(machine -> MESSAGES.text("karpenter.gpus", machine.gpus(),
                        AcceleratorCatalog.standard().product(machine.product()).title()))
                .orElse("");
    }
}

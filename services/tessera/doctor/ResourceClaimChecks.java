package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.alerts.Xid;
import tessera.alerts.XidCatalog;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.dra.DraDeviceInventory;
import tessera.dra.DraDevicePool;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.DraPublishedGpu;
import tessera.gpu.GpuNode;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.DeviceTaint;
import tessera.model.ResourceClaim;
import tessera.scheduling.UnusedResourceClaimRemedyFactory;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/** Checks devices that are allocated by claims: those offered twice, tainted or kept by claims that nobody uses. */
final class ResourceClaimChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimChecks.class);
    private static final int EVIDENCE = 4;

    private static final Pattern CODE = Pattern.compile("\\d{1,4}");

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    ResourceClaimChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input) {
        this.catalog = catalog;
        this.input = input;
    }

    List<DiagnosisFinding> findings() {
        var clusterSnapshot = input.fleet().snapshot();
        if (!clusterSnapshot.devices().isServed()) {
            return List.of();
        }
        input.fleet().nodes().forEach(this::checkNode);
        var overview = ClusterResourceClaimOverview.of(clusterSnapshot);
        overview.claims().stream().filter(claimSummary -> claimSummary.status() == ResourceClaimStatus.LEAKED)
                .forEach(this::reportLeaked);
        overview.claims().stream().filter(claimSummary -> claimSummary.status() == ResourceClaimStatus.UNPUBLISHED)
                // A node of which no slice is left is told of as a whole.
                .filter(claimSummary -> input.fleet().node(claimSummary.node()).filter(GpuNode::unpublished).isEmpty())
                .forEach(claimSummary -> report("claim-unpublished", claimSummary));
        var conflicting = overview.claims().stream()
                .filter(claimSummary -> claimSummary.status() == ResourceClaimStatus.CONFLICT)
                .map(claimSummary -> claimSummary.claim().key()).collect(Collectors.toSet());
        overview.ledger().devices().stream()
                .filter(entry -> entry.hasConflict()
                        && entry.claims().stream().map(ResourceClaim::key).anyMatch(conflicting::contains))
                .forEach(this::reportConflict);
        overview.pools().stream().filter(pool -> !pool.isComplete()).forEach(this::checkIncomplete);
        return List.copyOf(findings);
    }

    private void checkIncomplete(DraDevicePool pool) {
        findings.add(catalog.finding(pool.isAllocatable() ? "pool-incomplete" : "pool-skipped",
                SymptomPlaceholderValues.ofNode(pool.node(), MESSAGES.text("claims.slices", pool.driver(),
                        pool.seenSlices(), pool.expectedSlices(), pool.generation())),
                List.of()));
    }

    private void checkNode(GpuNode node) {
        var boards = node.claimedBoards().gpus();
        if (node.isDoublyOffered()) {
            findings.add(catalog.finding("offered-twice",
                    SymptomPlaceholderValues.ofNode(node.name(), MESSAGES.text("gpus", boards.size())),
                    boards.stream().limit(EVIDENCE)
                            .map(gpu -> MESSAGES.text("claims.device", gpu.name(), gpu.devices().isEmpty())).toList()));
        }
        if (node.unpublished() && !node.isLost() && input.stack().flatMap(stack -> stack.findChain(node.name()))
                .flatMap(NodeGpuStackComponentChain::finding).isEmpty()) {
            findings.add(catalog.finding("unpublished", SymptomPlaceholderValues.ofNode(node.name(), ""),
                    node.claimedBoards().claims().stream().map(claim -> MESSAGES.text("claims.claim", claim.key()))
                            .sorted().limit(EVIDENCE).toList()));
        }
        var tainted = boards.stream().filter(gpu -> !gpu.taints().isEmpty())
                .collect(Collectors.partitioningBy(DraPublishedGpu::taintedOnPurpose));
        reportTainted(node, "device-tainted", tainted.getOrDefault(false, List.of()));
        reportTainted(node, "device-closed", tainted.getOrDefault(true, List.of()));
    }

    private void reportTainted(GpuNode node, String id, List<DraPublishedGpu> tainted) {
        if (tainted.isEmpty()) {
            return;
        }
        var taints = tainted.stream().flatMap(gpu -> gpu.taints().stream()).distinct().toList();
        var remedies = taints.stream()
                .map(taint -> xidOf(taint).map(Xid::remedy).orElse(MESSAGES.text("claims.taint.remedy"))).distinct()
                .collect(Collectors.joining(" "));
        findings.add(catalog.finding(id,
                SymptomPlaceholderValues.ofNode(node.name(), String.join(", ", tainted.stream()
                        .map(gpu -> gpu.isHeld() ? MESSAGES.text("claims.gpu.used", gpu.name()) : gpu.name()).toList()))
                        .withPlaceholder("remedy", remedies),
                taints.stream().limit(EVIDENCE).map(ResourceClaimChecks::taintText).toList()));
    }

    /** Returns a taint with what its XID means, where it is for one. */
    private static String taintText(DeviceTaint taint) {
        return MESSAGES.text("claims.taint", taint.taint(), taint.rule(), xidOf(taint).map(Xid::displayName));
    }

    private static Optional<Xid> xidOf(DeviceTaint taint) {
        return Optional.of(taint.taint().value())
                .filter(code -> taint.taint().key().endsWith("/xid") && CODE.matcher(code).matches())
                .map(code -> XidCatalog.standardCatalog().forCode(Integer.parseInt(code)));
    }

    private DiagnosisFinding findingOf(String id, ResourceClaimSummary claimSummary) {
        return catalog.finding(id,
                SymptomPlaceholderValues.ofNode(claimSummary.node(),
                        "%s (%s)".formatted(claimSummary.claim().key(), claimSummary.allocationText())),
                List.of(claimSummary.message()));
    }

    private void report(String id, ResourceClaimSummary claimSummary) {
        findings.add(findingOf(id, claimSummary));
    }

    private void reportConflict(DraDeviceInventory.InventoryDevice entry) {
        var device = entry.device();
        var claims = entry.claims().stream().map(ResourceClaim::key).sorted().toList();
        findings.add(catalog.finding("claim-conflict",
                SymptomPlaceholderValues
                        .ofNode(device.node(), MESSAGES.text("claims.deviceOfNode", device.name(), device.node()))
                        .withPlaceholder("claims", MESSAGES.text("claims.conflict", claims)),
                List.of(MESSAGES.text("claims.pool", device.driver(), device.pool()))));
    }

    private void reportLeaked(ResourceClaimSummary claimSummary) {
        findings.add(findingOf("claim-leaked", claimSummary)
                .withRemediation(new FindingRemediation.ResourceClaimDeletionRemedy(UnusedResourceClaimRemedyFactory
                        .object(claimSummary, input.fleet().snapshot().devices().version()))));
    }
}

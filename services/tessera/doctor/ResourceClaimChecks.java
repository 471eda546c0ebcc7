package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.alerts.Xid;
import tessera.alerts.XidCatalog;
import tessera.doctor.StackSymptomCatalog.SymptomObjectTextValues;
import tessera.dra.DraDevicePool;
import tessera.insight.ClusterClaimOverview;
import tessera.insight.DraPublishedGpu;
import tessera.insight.GpuNode;
import tessera.insight.ResourceClaimStatus;
import tessera.insight.ResourceClaimSummary;
import tessera.model.DeviceTaint;
import tessera.model.PluralText;
import tessera.scheduling.UnusedClaimDeletion;
import tessera.stack.NodeComponentChain;

/** Checks devices that are allocated by claims: those offered twice, tainted or kept by claims that nobody uses. */
final class ResourceClaimChecks {

    private static final int EVIDENCE = 4;

    private static final Pattern CODE = Pattern.compile("\\d{1,4}");

    private final StackSymptomCatalog matrix;
    private final DiagnosisInput input;
    private final List<DiagnosisFinding> found = new ArrayList<>();

    ResourceClaimChecks(StackSymptomCatalog matrix, DiagnosisInput input) {
        this.matrix = matrix;
        this.input = input;
    }

    List<DiagnosisFinding> findings() {
        var clusterSnapshot = input.fleet().snapshot();
        if (!clusterSnapshot.devices().isServed()) {
            return List.of();
        }
        input.fleet().nodes().forEach(this::checkNode);
        var overview = ClusterClaimOverview.of(clusterSnapshot);
        overview.claims().stream().filter(line -> line.status() == ResourceClaimStatus.LEAKED)
                .forEach(this::reportLeaked);
        overview.pools().stream().filter(pool -> !pool.isComplete()).forEach(this::checkIncomplete);
        return List.copyOf(found);
    }

    private void checkIncomplete(DraDevicePool pool) {
        found.add(matrix.finding(pool.isAllocatable() ? "pool-incomplete" : "pool-skipped",
                SymptomObjectTextValues.ofNode(pool.node(),
                        "%s (%d of %d slices of generation %d)".formatted(pool.driver(), pool.seenSlices(),
                                pool.expectedSlices(), pool.generation())),
                List.of()));
    }

    private void checkNode(GpuNode node) {
        var boards = node.claimedBoards().boards();
        if (node.isDoublyOffered()) {
            found.add(matrix.finding("offered-twice", SymptomObjectTextValues.ofNode(node.name(),
                    PluralText.countText(boards.size(), "GPU")),
                    boards.stream().limit(EVIDENCE).map(board -> (board.devices().isEmpty() ? "claimed device "
                            : "ResourceSlice device ") + board.name()).toList()));
        }
        if (node.unpublished() && !node.isLost() && input.stack().flatMap(stack -> stack.findChain(node.name()))
                .flatMap(NodeComponentChain::finding).isEmpty()) {
            found.add(
                    matrix.finding("unpublished", SymptomObjectTextValues.ofNode(node.name(), ""),
                            node.claimedBoards().claims()
                                    .stream().map(claim -> "claim " + claim.key()).sorted().limit(EVIDENCE).toList()));
        }
        var tainted = boards.stream().filter(board -> !board.taints().isEmpty())
                .collect(Collectors.partitioningBy(DraPublishedGpu::taintedOnPurpose));
        reportTainted(node, "device-tainted", tainted.getOrDefault(false, List.of()));
        reportTainted(node, "device-closed", tainted.getOrDefault(true, List.of()));
    }

    private void reportTainted(GpuNode node, String id, List<DraPublishedGpu> tainted) {
        if (tainted.isEmpty()) {
            return;
        }
        var taints = tainted.stream().flatMap(board -> board.taints().stream()).distinct().toList();
        var remedies = taints.stream().map(taint -> xidOf(taint).map(Xid::remedy)
                .orElse("Find out what the taint stands for.")).distinct().collect(Collectors.joining(" "));
        found.add(matrix.finding(id,
                SymptomObjectTextValues.ofNode(node.name(), String.join(", ", tainted.stream()
                        .map(board -> board.name() + (board.isHeld() ? " (in use)" : "")).toList()))
                        .withPlaceholder("remedy", remedies),
                taints.stream().limit(EVIDENCE).map(ResourceClaimChecks::taintText).toList()));
    }

    /** Returns a taint with what its XID means, where it is for one. */
    private static String taintText(DeviceTaint taint) {
        var text = "taint " + taint.taint()
                + (taint.rule().isEmpty() ? "" : " of DeviceTaintRule " + taint.rule());
        return text + xidOf(taint).map(xid -> ": " + xid.displayName()).orElse("");
    }

    private static Optional<Xid> xidOf(DeviceTaint taint) {
        return Optional.of(taint.taint().value())
                .filter(code -> taint.taint().key().endsWith("/xid") && CODE.matcher(code).matches())
                .map(code -> XidCatalog.standardCatalog().forCode(Integer.parseInt(code)));
    }

    private void reportLeaked(ResourceClaimSummary line) {
        found.add(matrix.finding("claim-leaked",
                SymptomObjectTextValues.ofNode(line.node(),
                        "%s (%s)".formatted(line.claim().key(), line.allocationText())),
                List.of(line.message())).withRemediation(
                        new FindingRemediation.ClaimDeletionRemedy(
                                UnusedClaimDeletion.object(line, input.fleet().snapshot().devices().version()))));
    }
}

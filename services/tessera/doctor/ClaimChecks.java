package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.alerts.XidCatalog;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.dra.DevicePool;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimStatus;
import tessera.insight.GpuNode;
import tessera.insight.SliceBoard;
import tessera.model.DeviceTaint;
import tessera.model.Plurals;
import tessera.scheduling.ClaimDeletion;
import tessera.stack.NodeChain;

/** Checks devices that are allocated by claims: those offered twice, tainted or kept by claims that nobody uses. */
final class ClaimChecks {

    private static final int EVIDENCE = 4;

    private static final Pattern CODE = Pattern.compile("\\d{1,4}");

    private final SymptomCatalog matrix;
    private final DiagnosisInput input;
    private final List<DoctorFinding> found = new ArrayList<>();

    ClaimChecks(SymptomCatalog matrix, DiagnosisInput input) {
        this.matrix = matrix;
        this.input = input;
    }

    List<DoctorFinding> findings() {
        var snapshot = input.fleet().snapshot();
        if (!snapshot.devices().isServed()) {
            return List.of();
        }
        input.fleet().nodes().forEach(this::checkNode);
        var overview = ClaimOverview.of(snapshot);
        overview.claims().stream().filter(line -> line.status() == ClaimStatus.LEAKED).forEach(this::reportLeaked);
        overview.pools().stream().filter(pool -> !pool.isComplete()).forEach(this::checkIncomplete);
        return List.copyOf(found);
    }

    private void checkIncomplete(DevicePool pool) {
        found.add(matrix.finding(pool.isAllocatable() ? "pool-incomplete" : "pool-skipped",
                SymptomSubject.ofNode(pool.node(),
                        "%s (%d of %d slices of generation %d)".formatted(pool.driver(), pool.seenSlices(),
                                pool.expectedSlices(), pool.generation())),
                List.of()));
    }

    private void checkNode(GpuNode node) {
        var boards = node.claimedBoards().boards();
        if (node.isDoublyOffered()) {
            found.add(matrix.finding("offered-twice", SymptomSubject.ofNode(node.name(),
                    Plurals.countText(boards.size(), "GPU")),
                    boards.stream().limit(EVIDENCE).map(board -> (board.devices().isEmpty() ? "claimed device "
                            : "ResourceSlice device ") + board.name()).toList()));
        }
        if (node.unpublished() && !node.isLost() && input.stack().flatMap(stack -> stack.findChain(node.name()))
                .flatMap(NodeChain::finding).isEmpty()) {
            found.add(
                    matrix.finding("unpublished", SymptomSubject.ofNode(node.name(), ""), node.claimedBoards().claims()
                            .stream().map(claim -> "claim " + claim.key()).sorted().limit(EVIDENCE).toList()));
        }
        var tainted = boards.stream().filter(board -> !board.taints().isEmpty())
                .collect(Collectors.partitioningBy(SliceBoard::taintedOnPurpose));
        reportTainted(node, "device-tainted", tainted.getOrDefault(false, List.of()));
        reportTainted(node, "device-closed", tainted.getOrDefault(true, List.of()));
    }

    private void reportTainted(GpuNode node, String id, List<SliceBoard> tainted) {
        if (!tainted.isEmpty()) {
            found.add(matrix.finding(id,
                    SymptomSubject.ofNode(node.name(), String.join(", ", tainted.stream()
                            .map(board -> board.name() + (board.isHeld() ? " (in use)" : "")).toList())),
                    tainted.stream().flatMap(board -> board.taints().stream()).distinct().limit(EVIDENCE)
                            .map(ClaimChecks::taintText).toList()));
        }
    }

    /** Returns a taint with what its XID means, where it is for one. */
    private static String taintText(DeviceTaint taint) {
        var text = "taint " + taint.taint()
                + (taint.rule().isEmpty() ? "" : " of DeviceTaintRule " + taint.rule());
        var code = taint.taint().value();
        if (!taint.taint().key().endsWith("/xid") || !CODE.matcher(code).matches()) {
            return text;
        }
        var xid = XidCatalog.standardCatalog().forCode(Integer.parseInt(code));
        return "%s: %s. %s".formatted(text, xid.title(), xid.remedy());
    }

    private void reportLeaked(ClaimLine line) {
        found.add(matrix.finding("claim-leaked",
                SymptomSubject.ofNode(line.node(), "%s (%s)".formatted(line.claim().key(), line.allocationText())),
                List.of(line.message())).withRemediation(
                        new Remediation.DeleteClaim(
                                ClaimDeletion.object(line, input.fleet().snapshot().devices().version()))));
    }
}

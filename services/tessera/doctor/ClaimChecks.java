package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.dra.DevicePool;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimStatus;
import tessera.insight.GpuNode;
import tessera.insight.SliceBoard;
import tessera.scheduling.ClaimDeletion;
import tessera.stack.NodeChain;

/** Looks at devices that are handed out by claims: those offered twice, tainted or kept by claims that nobody uses. */
final class ClaimChecks {

    private static final int EVIDENCE = 4;

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;
    private final List<DoctorFinding> found = new ArrayList<>();

    ClaimChecks(SymptomCatalog matrix, DiagnosisInput known) {
        this.matrix = matrix;
        this.known = known;
    }

    List<DoctorFinding> findings() {
        var snapshot = known.fleet().snapshot();
        if (!snapshot.devices().served()) {
            return List.of();
        }
        known.fleet().nodes().forEach(this::node);
        var overview = ClaimOverview.of(snapshot);
        overview.claims().stream().filter(line -> line.status() == ClaimStatus.LEAKED).forEach(this::leaked);
        overview.pools().stream().filter(pool -> !pool.complete()).forEach(this::incomplete);
        return List.copyOf(found);
    }

    private void incomplete(DevicePool pool) {
        found.add(matrix.finding(pool.open() ? "pool-incomplete" : "pool-skipped",
                SymptomSubject.node(pool.node(),
                        "%s (%d of %d slices of generation %d)".formatted(pool.driver(), pool.seen(),
                                pool.expected(), pool.generation())),
                List.of()));
    }

    private void node(GpuNode node) {
        var boards = node.claimed().boards();
        if (node.offeredTwice()) {
            found.add(matrix.finding("offered-twice", SymptomSubject.node(node.name(), boards.size() + " GPUs"),
                    boards.stream().limit(EVIDENCE).map(board -> "ResourceSlice device " + board.name()).toList()));
        }
        if (node.unpublished() && !node.lost() && known.stack().flatMap(stack -> stack.chain(node.name()))
                .flatMap(NodeChain::finding).isEmpty()) {
            found.add(matrix.finding("unpublished", SymptomSubject.node(node.name(), ""), node.claimed().claims()
                    .stream().map(claim -> "claim " + claim.key()).sorted().limit(EVIDENCE).toList()));
        }
        var tainted = boards.stream().filter(board -> !board.taints().isEmpty())
                .collect(Collectors.partitioningBy(SliceBoard::taintedOnPurpose));
        tainted(node, "device-tainted", tainted.getOrDefault(false, List.of()));
        tainted(node, "device-closed", tainted.getOrDefault(true, List.of()));
    }

    private void tainted(GpuNode node, String id, List<SliceBoard> tainted) {
        if (!tainted.isEmpty()) {
            found.add(matrix.finding(id,
                    SymptomSubject.node(node.name(), String.join(", ", tainted.stream()
                            .map(board -> board.name() + (board.held() ? " (in use)" : "")).toList())),
                    tainted.stream().flatMap(board -> board.taints().stream()).distinct().limit(EVIDENCE)
                            .map(each -> "taint " + each.taint()
                                    + (each.rule().isEmpty() ? "" : " of DeviceTaintRule " + each.rule()))
                            .toList()));
        }
    }

    private void leaked(ClaimLine line) {
        found.add(matrix.finding("claim-leaked",
                SymptomSubject.node(line.node(), "%s (%s)".formatted(line.claim().key(), line.holds())),
                List.of(line.message())).mendedBy(
                        new Remediation.DeleteClaim(
                                ClaimDeletion.object(line, known.fleet().snapshot().devices().version()))));
    }
}

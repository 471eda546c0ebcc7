package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimStatus;
import tessera.insight.GpuNode;
import tessera.insight.SliceBoard;
import tessera.model.PodFacts;
import tessera.model.Snapshot;
import tessera.ui.inspect.InspectorState.InspectorFact;
import tessera.ui.kit.NumberText;

/** Facts about ResourceClaims: those that hold devices of a node, and those of a pod. */
final class ClaimFacts {

    private ClaimFacts() {}

    static List<InspectorFact> factsOf(Snapshot snapshot, GpuNode node) {
        var facts = new ArrayList<InspectorFact>();
        var boards = node.claimedBoards().boards();
        var claims = node.claimedBoards().claims();
        if (!boards.isEmpty()) {
            facts.add(new InspectorFact("Claims",
                    "%s on %d of %s".formatted(NumberText.withNoun(claims.size(), "claim"),
                            boards.stream().filter(SliceBoard::isHeld).count(),
                            NumberText.withNoun(boards.size(), "GPU"))));
        }
        if (!claims.isEmpty()) {
            var problems = ClaimOverview.of(snapshot).claims().stream()
                    .filter(line -> line.status().isProblem() && claims.contains(line.claim()))
                    .map(line -> "%s · %s · %s".formatted(line.claim().key(), line.allocationText(), line.message()))
                    .toList();
            if (!problems.isEmpty()) {
                facts.add(new InspectorFact("Claim problems", String.join("\n", problems)));
            }
        }
        var tainted = boards.stream().flatMap(board -> board.taints().stream()
                .map(taint -> board.name() + ": " + taint.taint())).distinct().toList();
        if (!tainted.isEmpty()) {
            facts.add(new InspectorFact("Device taints", String.join("\n", tainted)));
        }
        return facts;
    }

    static List<InspectorFact> factsOf(Snapshot snapshot, PodFacts pod) {
        if (pod.claims().isEmpty()) {
            return List.of();
        }
        var lines = ClaimOverview.of(snapshot).claims().stream()
                .filter(line -> line.claim().namespace().equals(pod.namespace())
                        && pod.claims().contains(line.claim().name()))
                .map(ClaimFacts::claimText).collect(Collectors.joining("\n"));
        return lines.isEmpty() ? List.of() : List.of(new InspectorFact("Claims", lines));
    }

    private static String claimText(ClaimLine line) {
        var held = line.claim().isAllocated() ? line.allocationText() : "waits for devices";
        return "%s · %s%s".formatted(line.claim().name(), held,
                line.status().isProblem() || line.status() == ClaimStatus.PENDING ? " · " + line.message() : "");
    }
}

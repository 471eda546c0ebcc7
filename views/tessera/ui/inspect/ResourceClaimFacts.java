package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.ClusterClaimOverview;
import tessera.insight.DraPublishedGpu;
import tessera.insight.GpuNode;
import tessera.insight.ResourceClaimStatus;
import tessera.insight.ResourceClaimSummary;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.kit.NumberText;

/** Facts about ResourceClaims: those that hold devices of a node, and those of a pod. */
final class ResourceClaimFacts {

    private ResourceClaimFacts() {}

    static List<InspectorNameValue> factsOf(ClusterSnapshot clusterSnapshot, GpuNode node) {
        var facts = new ArrayList<InspectorNameValue>();
        var boards = node.claimedBoards().boards();
        var claims = node.claimedBoards().claims();
        if (!boards.isEmpty()) {
            facts.add(new InspectorNameValue("Claims",
                    "%s on %d of %s".formatted(NumberText.withNoun(claims.size(), "claim"),
                            boards.stream().filter(DraPublishedGpu::isHeld).count(),
                            NumberText.withNoun(boards.size(), "GPU"))));
        }
        if (!claims.isEmpty()) {
            var problems = ClusterClaimOverview.of(clusterSnapshot).claims().stream()
                    .filter(line -> line.status().isProblem() && claims.contains(line.claim()))
                    .map(line -> "%s · %s · %s".formatted(line.claim().key(), line.allocationText(), line.message()))
                    .toList();
            if (!problems.isEmpty()) {
                facts.add(new InspectorNameValue("Claim problems", String.join("\n", problems)));
            }
        }
        var tainted = boards.stream().flatMap(board -> board.taints().stream()
                .map(taint -> board.name() + ": " + taint.taint())).distinct().toList();
        if (!tainted.isEmpty()) {
            facts.add(new InspectorNameValue("Device taints", String.join("\n", tainted)));
        }
        return facts;
    }

    static List<InspectorNameValue> factsOf(ClusterSnapshot clusterSnapshot, PodSummary pod) {
        if (pod.claims().isEmpty()) {
            return List.of();
        }
        var lines = ClusterClaimOverview.of(clusterSnapshot).claims().stream()
                .filter(line -> line.claim().namespace().equals(pod.namespace())
                        && pod.claims().contains(line.claim().name()))
                .map(ResourceClaimFacts::claimText).collect(Collectors.joining("\n"));
        return lines.isEmpty() ? List.of() : List.of(new InspectorNameValue("Claims", lines));
    }

    private static String claimText(ResourceClaimSummary line) {
        var held = line.claim().isAllocated() ? line.allocationText() : "waits for devices";
        return "%s · %s%s".formatted(line.claim().name(), held,
                line.status().isProblem() || line.status() == ResourceClaimStatus.PENDING ? " · " + line.message()
                        : "");
    }
}

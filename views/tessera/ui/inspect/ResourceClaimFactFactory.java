package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.DraPublishedGpu;
import tessera.gpu.GpuNode;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.kit.GroupedNumberFormatter;

/** Facts about ResourceClaims: those that hold devices of a node, and those of a pod. */
final class ResourceClaimFactFactory {

    private ResourceClaimFactFactory() {}

    static List<InspectorNameValue> factsOf(ClusterSnapshot clusterSnapshot, GpuNode node) {
        var facts = new ArrayList<InspectorNameValue>();
        var boards = node.claimedBoards().gpus();
        var claims = node.claimedBoards().claims();
        if (!boards.isEmpty()) {
            facts.add(new InspectorNameValue("Claims",
                    "%s on %d of %s".formatted(GroupedNumberFormatter.withNoun(claims.size(), "claim"),
                            boards.stream().filter(DraPublishedGpu::isHeld).count(),
                            GroupedNumberFormatter.withNoun(boards.size(), "GPU"))));
        }
        if (!claims.isEmpty()) {
            var problems = ClusterResourceClaimOverview.of(clusterSnapshot).claims().stream()
                    .filter(claimSummary -> claimSummary.status().isProblem() && claims.contains(claimSummary.claim()))
                    .map(claimSummary -> "%s · %s · %s".formatted(claimSummary.claim().key(),
                            claimSummary.allocationText(), claimSummary.message()))
                    .toList();
            if (!problems.isEmpty()) {
                facts.add(new InspectorNameValue("Claim problems", String.join("\n", problems)));
            }
        }
        var tainted = boards.stream().flatMap(ResourceClaimFactFactory::taintTexts).distinct().toList();
        if (!tainted.isEmpty()) {
            facts.add(new InspectorNameValue("Device taints", String.join("\n", tainted)));
        }
        return facts;
    }

    private static Stream<String> taintTexts(DraPublishedGpu gpu) {
        return gpu.taints().stream().map(taint -> gpu.name() + ": " + taint.taint());
    }

    static List<InspectorNameValue> factsOf(ClusterSnapshot clusterSnapshot, PodSummary pod) {
        if (pod.claims().isEmpty()) {
            return List.of();
        }
        var lines = ClusterResourceClaimOverview.of(clusterSnapshot).claims().stream()
                .filter(claimSummary -> claimSummary.claim().namespace().equals(pod.namespace())
                        && pod.claims().contains(claimSummary.claim().name()))
                .map(ResourceClaimFactFactory::claimText).collect(Collectors.joining("\n"));
        if (lines.isEmpty()) {
            return List.of();
        }
        return List.of(new InspectorNameValue("Claims", lines));
    }

    private static String claimText(ResourceClaimSummary claimSummary) {
        var held = claimSummary.claim().isAllocated() ? claimSummary.allocationText() : "waits for devices";
        return "%s · %s%s".formatted(claimSummary.claim().name(), held,
                claimSummary.status().isProblem() || claimSummary.status() == ResourceClaimStatus.PENDING
                        ? " · " + claimSummary.message()
                        : "");
    }
}

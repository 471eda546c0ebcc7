package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.GpuNode;
import tessera.insight.SliceBoard;
import tessera.model.AllocatedDevice;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.Snapshot;
import tessera.model.WordList;
import tessera.ui.inspect.InspectorState.Fact;
import tessera.ui.kit.Numbers;

/** What the inspector tells of claims on devices: of those that hold devices of a node, and of those of a pod. */
final class ClaimFacts {

    private static final int NAMED = 4;

    private ClaimFacts() {}

    static List<Fact> of(GpuNode node) {
        var facts = new ArrayList<Fact>();
        var boards = node.claimed().boards();
        if (!boards.isEmpty()) {
            var claims = boards.stream().flatMap(board -> board.claims().stream()).distinct().count();
            facts.add(new Fact("Claims", "%s on %d of %s".formatted(Numbers.of(claims, "claim"),
                    boards.stream().filter(SliceBoard::held).count(), Numbers.of(boards.size(), "GPU"))));
        }
        var tainted = boards.stream().flatMap(board -> board.taints().stream()
                .map(taint -> board.name() + ": " + taint.taint())).distinct().toList();
        if (!tainted.isEmpty()) {
            facts.add(new Fact("Device taints", String.join("\n", tainted)));
        }
        return facts;
    }

    static List<Fact> of(Snapshot snapshot, PodFacts pod) {
        var lines = snapshot.devices().claims().stream().filter(claim -> claim.namespace().equals(pod.namespace())
                && pod.claims().contains(claim.name())).map(ClaimFacts::line).collect(Collectors.joining("\n"));
        return lines.isEmpty() ? List.of() : List.of(new Fact("Claims", lines));
    }

    private static String line(ResourceClaim claim) {
        var devices = claim.devices().stream().map(AllocatedDevice::device).distinct().toList();
        return claim.name() + " · " + (claim.allocated() ? WordList.some(devices, NAMED) : "waits for devices");
    }
}

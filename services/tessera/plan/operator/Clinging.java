package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.plan.survey.Lookups;

/**
 * GPU pods that the operator ends for a new driver only if its policy says so.
 *
 * @param bare     names of nodes with such that nothing makes again
 * @param local    names of nodes with such that have local data
 * @param unlooked how many nodes were not asked for local data
 */
record Clinging(List<String> bare, List<String> local, int unlooked) {

    static final Clinging NONE = new Clinging(List.of(), List.of(), 0);
    /** Each is a question to the server. */
    private static final int MOST_NODES = 100;

    Clinging {
        bare = List.copyOf(bare);
        local = List.copyOf(local);
    }

    /** Looks for them; waits for the server. */
    static Clinging on(Collection<GpuNode> nodes, Lookups lookups) throws Failure, InterruptedException {
        var bare = new ArrayList<String>();
        var local = new ArrayList<String>();
        int asked = 0;
        var held = nodes.stream().filter(node -> !node.holders().isEmpty()).toList();
        for (var node : held) {
            if (node.holders().stream().anyMatch(pod -> !pod.owner().exists())) {
                bare.add(node.name());
            }
            if (asked < MOST_NODES) {
                asked++;
                var holders = node.holders().stream().map(PodFacts::uid).toList();
                if (lookups.podsOn(node.name()).stream()
                        .anyMatch(pod -> holders.contains(pod.uid()) && !pod.emptyDirs().isEmpty())) {
                    local.add(node.name());
                }
            }
        }
        return new Clinging(bare, local, held.size() - asked);
    }
}

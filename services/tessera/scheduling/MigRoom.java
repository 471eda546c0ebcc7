package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.insight.GpuFleet;
import tessera.insight.MigRepartitioning;
import tessera.insight.MigRepartitioning.RepartitionCandidate;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.model.Failure;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * A node whose GPUs could be cut into another MIG layout for a pod.
 *
 * @param missing what the node objects to the pod beside its layout; none where it takes the pod then
 */
public record MigRoom(RepartitionCandidate candidate, List<String> missing) {

    public MigRoom {
        missing = List.copyOf(missing);
    }

    /**
     * Nodes for a pod, those first that take it then, and of these those where the fewest pods are evicted. Waits for the cluster.
     *
     * @param source what the pod meets in the cluster
     */
    public static List<MigRoom> of(GpuFleet fleet, PodSchedulingSpec wish, ObjectSource source)
            throws Failure, InterruptedException {
        var products = MigProducts.bundled();
        var candidates = MigRepartitioning.of(fleet, MigRepartitioning.wanted(wish.requests()), products);
        if (candidates.isEmpty()) {
            return List.of();
        }
        var around = new SurroundingsReader(source).read(wish);
        var fit = new FitCheck(products).of(fleet, wish, Optional.empty(), around);
        return candidates.stream().map(candidate -> new MigRoom(candidate, missing(fit, candidate.node().name())))
                .sorted(Comparator.comparing(room -> !room.missing().isEmpty())).toList();
    }

    private static List<String> missing(PodFit fit, String name) {
        return fit.nodes().stream().filter(node -> node.name().equals(name))
                .flatMap(node -> node.objections().stream()).filter(each -> !cuttable(each)).map(FilterFailure::words)
                .toList();
    }

    /** Whether a node objects only that it lacks MIG instances, which another layout has. */
    static boolean cuttable(FilterFailure objection) {
        return objection.shortage().filter(lack -> MigProfile.ofResource(lack.resource()).isPresent()).isPresent();
    }
}

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
 * A node whose GPUs could get another MIG layout for a pod.
 *
 * @param remainingProblems what the node objects to the pod beside its layout; none where it takes the pod then
 */
public record MigRepartitionOption(RepartitionCandidate candidate, List<String> remainingProblems) {

    public MigRepartitionOption {
        remainingProblems = List.copyOf(remainingProblems);
    }

    /**
     * Returns the options, first nodes that would accept the pod then, of these first those with the fewest evictions. Waits for the cluster.
     *
     * @param source what the pod meets in the cluster
     */
    public static List<MigRepartitionOption> findOptions(GpuFleet fleet, PodSchedulingSpec spec, ObjectSource source)
            throws Failure, InterruptedException {
        var products = MigProducts.bundled();
        var candidates = MigRepartitioning.findCandidates(fleet, MigRepartitioning.requestedInstances(spec.requests()),
                products);
        if (candidates.isEmpty()) {
            return List.of();
        }
        var around = new PlacementInputReader(source).read(spec);
        var fit = new FitCheck(products).check(fleet, spec, Optional.empty(), around);
        return candidates.stream()
                .map(candidate -> new MigRepartitionOption(candidate, remainingProblems(fit, candidate.node().name())))
                .sorted(Comparator.comparing(room -> !room.remainingProblems().isEmpty())).toList();
    }

    private static List<String> remainingProblems(PodFit fit, String name) {
        return fit.nodes().stream().filter(node -> node.name().equals(name))
                .flatMap(node -> node.failures().stream()).filter(failure -> !canRepartition(failure))
                .map(FilterFailure::text)
                .toList();
    }

    /** Returns whether the failure is a lack of MIG instances, which another layout may offer. */
    static boolean canRepartition(FilterFailure failure) {
        return failure.shortfall().filter(shortfall -> MigProfile.ofResource(shortfall.resource()).isPresent())
                .isPresent();
    }
}

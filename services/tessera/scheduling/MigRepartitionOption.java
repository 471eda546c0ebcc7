package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigRepartitionFinder;
import tessera.gpu.MigRepartitionFinder.RepartitionCandidate;
import tessera.mig.MigProductCatalog;
import tessera.model.ProblemException;
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
    public static List<MigRepartitionOption> findOptions(GpuFleet fleet, PodSchedulingSpec spec,
            ClusterObjectSource source) throws ProblemException, InterruptedException {
        var products = MigProductCatalog.bundled();
        var candidates = MigRepartitionFinder.findCandidates(fleet,
                MigRepartitionFinder.requestedInstances(spec.requests()), products);
        if (candidates.isEmpty()) {
            return List.of();
        }
        var placementInputs = new PodPlacementInputReader(source).read(spec);
        var fit = new PodFitCheck(products).check(fleet, spec, Optional.empty(), placementInputs);
        return candidates.stream()
                .map(candidate -> new MigRepartitionOption(candidate, remainingProblems(fit, candidate.node().name())))
                .sorted(Comparator.comparing(option -> !option.remainingProblems().isEmpty())).toList();
    }

    private static List<String> remainingProblems(PodFitResult fit, String name) {
        return fit.nodes().stream().filter(node -> node.name().equals(name)).flatMap(node -> node.failures().stream())
                .filter(failure -> !failure.lacksMigInstances()).map(PredictedNodeFilterFailure::text).toList();
    }
}

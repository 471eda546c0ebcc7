package tessera.plan.model;

import java.util.List;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.PodGpuUse;
import tessera.model.NodeDraDevices;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;

/** Text for pods that use GPUs by other means than a request for extended resources. */
public final class NonRequestGpuUseFormatter {

    private static final int NAMED = 6;

    private NonRequestGpuUseFormatter() {}

    /** Returns a clause on the non-request means by which a pod has GPUs, to follow its name; empty for requests. */
    public static String usageText(PodGpuUse use) {
        return switch (use) {
            case PodGpuUse.GpuFractionUse(var scheduler, var _, var amount) ->
                "uses %s by %s".formatted(amount, scheduler);
            case PodGpuUse.ResourceClaimUse(var claims, _) ->
                "uses devices by ResourceClaim " + String.join(", ", claims);
            case PodGpuUse.UncountedDeviceAccess(var evidence) ->
                "may use GPUs without a request (%s)".formatted(evidence);
            case PodGpuUse.ExtendedResourceUse _,PodGpuUse.KaiReservationPodUse _ -> "";
        };
    }

    /**
     * Finds the pods on some nodes that use GPUs, or may use them, without requesting an extended resource.
     *
     * @return a clause for each, with its name; the device plugin and the operator know nothing of these pods
     */
    public static List<String> unrequestedClauses(Stream<NodeWithBoundPods> nodes, AcceleratorCatalog accelerators) {
        return nodes.flatMap(node -> nodePodClauses(node, accelerators)).toList();
    }

    private static Stream<String> nodePodClauses(NodeWithBoundPods node, AcceleratorCatalog accelerators) {
        return node.pods().stream().filter(pod -> !pod.phase().isTerminal())
                .flatMap(pod -> podClauses(pod, node.devices(), accelerators));
    }

    private static Stream<String> podClauses(PodSummary pod, NodeDraDevices devices, AcceleratorCatalog accelerators) {
        var uses = PodGpuUse.usesOf(pod, devices, accelerators);
        if (uses.stream().anyMatch(PodGpuUse.ExtendedResourceUse.class::isInstance)) {
            return Stream.empty();
        }
        return uses.stream().map(NonRequestGpuUseFormatter::usageText).filter(clause -> !clause.isEmpty()).limit(1)
                .map(clause -> pod.key() + " " + clause);
    }

    /** Joins clauses; of many, the first ones and the number of the rest. */
    public static String joinClauses(List<String> clauses) {
        var first = String.join("; ", clauses.subList(0, Math.min(NAMED, clauses.size())));
        return clauses.size() > NAMED ? "%s; and %d more".formatted(first, clauses.size() - NAMED) : first;
    }
}

package tessera.plan.model;

import java.util.List;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuUse;
import tessera.model.NodeDevices;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;

/** Text for pods that use GPUs by other means than a request for extended resources. */
public final class GpuUseText {

    private static final int NAMED = 6;

    private GpuUseText() {}

    /** Returns a clause on the non-request means by which a pod has GPUs, to follow its name; empty for requests. */
    public static String usageClause(GpuUse use) {
        return switch (use) {
            case GpuUse.FractionUse(var scheduler, var _, var amount) -> "uses %s by %s".formatted(amount, scheduler);
            case GpuUse.ClaimedUse(var claims, _) -> "uses devices by ResourceClaim " + String.join(", ", claims);
            case GpuUse.UncountedUse(var evidence) -> "may use GPUs without a request (%s)".formatted(evidence);
            case GpuUse.RequestedUse _,GpuUse.ReservationUse _ -> "";
        };
    }

    /**
     * Finds the pods on some nodes that use GPUs, or may use them, without requesting an extended resource.
     *
     * @return a clause for each, with its name; the device plugin and the operator know nothing of these pods
     */
    public static List<String> unrequestedClauses(Stream<NodeInfo> nodes, AcceleratorCatalog accelerators) {
        return nodes.flatMap(node -> node.pods().stream().filter(pod -> !pod.phase().isTerminal())
                .flatMap(pod -> podClauses(pod, node.devices(), accelerators))).toList();
    }

    private static Stream<String> podClauses(PodFacts pod, NodeDevices devices, AcceleratorCatalog accelerators) {
        var uses = GpuUse.usesOf(pod, devices, accelerators);
        return uses.stream().anyMatch(GpuUse.RequestedUse.class::isInstance) ? Stream.empty()
                : uses.stream().map(GpuUseText::usageClause).filter(clause -> !clause.isEmpty()).limit(1)
                        .map(clause -> pod.key() + " " + clause);
    }

    /** Joins clauses; of many, the first ones and the number of the rest. */
    public static String joinClauses(List<String> clauses) {
        var first = String.join("; ", clauses.subList(0, Math.min(NAMED, clauses.size())));
        return clauses.size() > NAMED ? "%s; and %d more".formatted(first, clauses.size() - NAMED) : first;
    }
}

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

    /** Returns by what a pod has GPUs, in a clause that follows its name; empty for requests. */
    public static String clause(GpuUse use) {
        return switch (use) {
            case GpuUse.Fraction(var scheduler, var _, var amount) -> "uses %s by %s".formatted(amount, scheduler);
            case GpuUse.ClaimedUse(var claims, _) -> "uses devices by ResourceClaim " + String.join(", ", claims);
            case GpuUse.UncountedUse(var evidence) -> "may use GPUs without a request (%s)".formatted(evidence);
            case GpuUse.RequestedUse _,GpuUse.Reservation _ -> "";
        };
    }

    /**
     * Finds the pods on some nodes that use GPUs, or may use them, without requesting an extended resource.
     *
     * @return a clause for each, with its name; the device plugin and the operator know nothing of these pods
     */
    public static List<String> unrequested(Stream<NodeInfo> nodes, AcceleratorCatalog accelerators) {
        return nodes.flatMap(node -> node.pods().stream().filter(pod -> !pod.phase().terminal())
                .flatMap(pod -> clause(pod, node.devices(), accelerators))).toList();
    }

    private static Stream<String> clause(PodFacts pod, NodeDevices devices, AcceleratorCatalog accelerators) {
        var uses = GpuUse.of(pod, devices, accelerators);
        return uses.stream().anyMatch(GpuUse.RequestedUse.class::isInstance) ? Stream.empty()
                : uses.stream().map(GpuUseText::clause).filter(clause -> !clause.isEmpty()).limit(1)
                        .map(clause -> pod.key() + " " + clause);
    }

    /** Joins clauses; of many, the first and how many more there are. */
    public static String list(List<String> clauses) {
        var first = String.join("; ", clauses.subList(0, Math.min(NAMED, clauses.size())));
        return clauses.size() > NAMED ? "%s; and %d more".formatted(first, clauses.size() - NAMED) : first;
    }
}

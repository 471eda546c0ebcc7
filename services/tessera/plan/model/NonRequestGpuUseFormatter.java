package tessera.plan.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.PodGpuUse;
import tessera.model.NodeDraDevices;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.text.Reason;

/** Text for pods that use GPUs by other means than a request for extended resources. */
public final class NonRequestGpuUseFormatter {

    private NonRequestGpuUseFormatter() {}

    /**
     * Finds the pods on some nodes that use GPUs, or may use them, without requesting an extended resource.
     *
     * @return a clause for each, with its name; the device plugin and the operator know nothing of these pods
     */
    public static List<String> unrequestedClauses(Stream<NodeWithBoundPods> nodes, AcceleratorCatalog accelerators) {
        return nodes.flatMap(node -> node.pods().stream().filter(pod -> !pod.phase().isTerminal())
                .flatMap(pod -> useOf(pod, node.devices(), accelerators).stream())).map(Reason::text).toList();
    }

    private static Optional<NonRequestGpuUse> useOf(PodSummary pod, NodeDraDevices devices,
            AcceleratorCatalog accelerators) {
        var uses = PodGpuUse.usesOf(pod, devices, accelerators);
        return uses.stream().anyMatch(PodGpuUse.ExtendedResourceUse.class::isInstance) ? Optional.empty()
                : uses.stream().flatMap(use -> NonRequestGpuUse.of(use, pod.key()).stream()).findFirst();
    }
}

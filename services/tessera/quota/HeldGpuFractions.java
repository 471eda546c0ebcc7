package tessera.quota;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.Stream;
import tessera.gpu.KaiGpuFraction;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;

/**
 * GPUs that pods of a namespace hold in fractions. KAI gives them by annotations, so that neither requests nor quotas count them.
 *
 * @param gpus     the sum of the fractions
 * @param complete false where it is not known how much of a GPU some of them are
 */
public record HeldGpuFractions(double gpus, boolean complete) {

    /** The resource that KAI takes from nodes for the GPUs that pods share. */
    static final String RESOURCE = "nvidia.com/gpu";
    static final HeldGpuFractions NONE = new HeldGpuFractions(0, true);

    static HeldGpuFractions of(ClusterSnapshot clusterSnapshot, String namespace) {
        return clusterSnapshot.nodes().stream().flatMap(node -> heldOn(node, namespace)).reduce(NONE,
                (one, other) -> new HeldGpuFractions(one.gpus + other.gpus, one.complete && other.complete));
    }

    private static Stream<HeldGpuFractions> heldOn(NodeWithBoundPods node, String namespace) {
        return node.pods().stream().filter(pod -> pod.namespace().equals(namespace) && pod.holdsResources())
                .flatMap(pod -> KaiGpuFraction.fromAnnotations(pod).stream())
                .map(fraction -> fraction.gpusOn(node.nodeSummary()))
                .map(gpus -> new HeldGpuFractions(gpus.orElse(0), gpus.isPresent()));
    }

    /** Returns whether pods hold any. */
    public boolean isPresent() {
        return gpus > 0 || !complete;
    }

    /** Returns the sum with devices that are held whole, for example {@code 1.5}. */
    public String sumText(long whole) {
        return BigDecimal.valueOf(whole + gpus).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }
}

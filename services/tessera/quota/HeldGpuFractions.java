package tessera.quota;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.Stream;
import tessera.gpu.KaiGpuFraction;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/**
 * GPUs that pods of a namespace hold in fractions. KAI gives them by annotations, so that neither requests nor quotas count them.
 *
 * @param gpus     the sum of the fractions, to four places
 * @param complete false where it is not known how much of a GPU some of them are
 */
public record HeldGpuFractions(double gpus, boolean complete) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeldGpuFractions.class);
    /** The resource that KAI takes from nodes for the GPUs that pods share. */
    static final String RESOURCE = "nvidia.com/gpu";
    private static final int PLACES = 4;
    static final HeldGpuFractions NONE = new HeldGpuFractions(0, true);

    static HeldGpuFractions of(ClusterSnapshot clusterSnapshot, String namespace) {
        return clusterSnapshot.nodes().stream().flatMap(node -> heldOn(node, namespace))
                .reduce(NONE,
                        (one, other) -> new HeldGpuFractions(one.gpus + other.gpus, one.complete && other.complete))
                .rounded();
    }

    private static Stream<HeldGpuFractions> heldOn(NodeWithBoundPods node, String namespace) {
        return node.pods().stream().filter(pod -> pod.namespace().equals(namespace) && pod.holdsResources())
                .flatMap(pod -> KaiGpuFraction.fromAnnotations(pod).stream())
                .map(fraction -> fraction.gpusOn(node.nodeSummary()))
                .map(gpus -> new HeldGpuFractions(gpus.orElse(0), gpus.isPresent()));
    }

    private HeldGpuFractions rounded() {
        return new HeldGpuFractions(BigDecimal.valueOf(gpus).setScale(PLACES, RoundingMode.HALF_UP).doubleValue(),
                complete);
    }

    /** Returns whether pods hold any. */
    public boolean isPresent() {
        return gpus > 0 || !complete;
    }

    /**
     * Returns the sum with devices that are held whole, for example {@code 1.5}; other words where no number is known.
     *
     * @param atLeast what stands before a number that may be larger; empty for one that is exact
     */
    public String sumText(long whole, String atLeast) {
        if (whole + gpus == 0 && !complete) {
            return MESSAGES.text("fraction.unknown");
        }
        return atLeast + BigDecimal.valueOf(whole + gpus).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros()
                .toPlainString();
    }
}

package tessera.gpu;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.mig.MigProfile;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.sharing.GkeSharingLabels;
import tessera.text.TextExcerpt;

/**
 * The boards of one vendor on a node, as its labels describe them.
 *
 * @param product   what they are
 * @param label     the product label's value, verbatim; empty when there is none
 * @param count     how many there are, by the best source
 * @param register  the cards that a GPU-sharing scheduler keeps
 * @param partition into what all of them are partitioned, e.g. {@code dpx_nps1}; empty where that is not told
 */
record NodeVendorBoards(NodeSummary nodeSummary, AcceleratorProduct product, String label, GpuBoardCount count,
        SchedulerRegisteredGpuCards register, String partition) {

    /** What the device plugin adds to the name of a shared resource. */
    static final String SHARED = ".shared";

    private static final int MOST_SHARES = 1024;
    private static final Pattern MODE = Pattern.compile("(spx|dpx|tpx|qpx|cpx)_nps\\d");

    /** Returns the MIG profile of all instances that are offered under the name of whole boards; empty if none are. */
    static Optional<MigProfile> uniformProfile(NodeSummary nodeSummary, String label) {
        return MigProfile.ofProduct(label).or(() -> MigProfile.parse(nodeSummary.label(MigNodeLabels.GKE_LAYOUT)));
    }

    Optional<MigProfile> uniformProfile() {
        return uniformProfile(nodeSummary, label);
    }

    /** Returns the labelled number of shares of each board or instance; 1 if no label tells. */
    static int replicas(NodeSummary nodeSummary) {
        int told = NodeLabelParser.parseNumber(nodeSummary.label("nvidia.com/gpu.replicas"));
        return Math.clamp(told > 0 ? told : NodeLabelParser.parseNumber(nodeSummary.label(GkeSharingLabels.CLIENTS)), 1,
                MOST_SHARES);
    }

    int replicas() {
        return replicas(nodeSummary);
    }

    /** Returns whether a label says that boards are not shared, or names the strategy. */
    boolean hasSharingLabel() {
        return !nodeSummary.label("nvidia.com/gpu.replicas").isEmpty()
                || !nodeSummary.label(GkeSharingLabels.CLIENTS).isEmpty();
    }

    /** Returns whether a scheduler shares its boards and nothing tells how many there are. */
    boolean hasUncountedShares() {
        return register.isUnread() && !count.isKnown();
    }

    /** Returns the number of partitions of a board in a mode such as {@code cpx_nps4}; 1 for what is no mode. */
    int partitionsPerBoard(String mode) {
        var parts = MODE.matcher(mode.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return 1;
        }
        return switch (parts.group(1)) {
            case "dpx" -> 2;
            case "tpx" -> 3;
            case "qpx" -> 4;
            // An MI300A has six compute dies, where others have eight.
            case "cpx" -> product.name().contains("MI300A") ? 6 : 8;
            default -> 1;
        };
    }

    /** Returns the number of shares of each instance; if no label tells, that of the node's GPUs. */
    static int sharesOfInstance(String resource, NodeSummary nodeSummary) {
        int told = NodeLabelParser.parseNumber(nodeSummary.label(plainResource(resource) + ".replicas"));
        return told > 0 ? told : replicas(nodeSummary);
    }

    static String plainResource(String resource) {
        return TextExcerpt.withoutSuffix(resource, SHARED);
    }
}

package tessera.insight;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.mig.MigProfile;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;

/**
 * What a node tells of its boards of one vendor.
 *
 * @param product   what they are
 * @param label     the product label's value, verbatim; empty when there is none
 * @param count     how many there are, by the best witness
 * @param register  the cards that a GPU-sharing scheduler keeps
 * @param partition into what all of them are partitioned, e.g. {@code dpx_nps1}; empty where that is not told
 */
record BoardFamily(NodeFacts facts, Product product, String label, BoardCount count, CardRegister register,
        String partition) {

    private static final int MOST_SHARES = 1024;
    private static final Pattern MODE = Pattern.compile("(spx|dpx|tpx|qpx|cpx)_nps\\d");
    private static final String GKE_CLIENTS = "cloud.google.com/gke-max-shared-clients-per-gpu";

    /** The instances as which all boards are offered by the name of whole ones; empty where they are not. */
    static Optional<MigProfile> instances(NodeFacts facts, String label) {
        return MigProfile.ofProduct(label).or(() -> MigProfile.parse(facts.label(MigLabels.GKE_LAYOUT)));
    }

    Optional<MigProfile> instances() {
        return instances(facts, label);
    }

    /** How many shares labels say that each board, or each instance, has; 1 where none says so. */
    static int replicas(NodeFacts facts) {
        int told = GpuNodes.number(facts.label("nvidia.com/gpu.replicas"));
        return Math.clamp(told > 0 ? told : GpuNodes.number(facts.label(GKE_CLIENTS)), 1, MOST_SHARES);
    }

    int replicas() {
        return replicas(facts);
    }

    /** Whether a label says that boards are not shared, or how. */
    boolean tellsSharing() {
        return !facts.label("nvidia.com/gpu.replicas").isEmpty() || !facts.label(GKE_CLIENTS).isEmpty();
    }

    /** How many partitions a board has in a mode such as {@code cpx_nps4}; 1 for what is no mode. */
    int partitions(String mode) {
        var parts = MODE.matcher(mode.toLowerCase(Locale.ROOT));
        return !parts.matches() ? 1 : switch (parts.group(1)) {
            case "dpx" -> 2;
            case "tpx" -> 3;
            case "qpx" -> 4;
            // An MI300A has six compute dies, where others have eight.
            case "cpx" -> product.name().contains("MI300A") ? 6 : 8;
            default -> 1;
        };
    }
}

package tessera.sharing;

import java.util.Map;

/** The node labels by which a GKE node pool tells how its device plugin shares GPUs. */
public final class GkeSharingLabels {

    public static final String STRATEGY = "cloud.google.com/gke-gpu-sharing-strategy";
    public static final String CLIENTS = "cloud.google.com/gke-max-shared-clients-per-gpu";
    public static final String TIME_SHARING = "time-sharing";

    private GkeSharingLabels() {}

    /** Returns the sharing strategy in the words of NVIDIA’s device plugin; empty for none. */
    public static String strategyOf(Map<String, String> labels) {
        var strategy = labels.getOrDefault(STRATEGY, "");
        return strategy.equals(TIME_SHARING) ? "time-slicing" : strategy;
    }
}

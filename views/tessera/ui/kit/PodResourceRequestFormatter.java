package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.PodAcceleratorRequests;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;

/** Requests of pods as text: {@code want 4 GPUs and 3 MIG instances}. */
public final class PodResourceRequestFormatter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodResourceRequestFormatter.class);

    private PodResourceRequestFormatter() {}

    /**
     * Returns a demand as text.
     *
     * @param complete whether all who want anything are known
     */
    public static String demandText(PodAcceleratorRequests requests, boolean complete) {
        var parts = new ArrayList<String>();
        addPart(parts, requests.devices(), CountedNoun.GPU);
        addPart(parts, requests.instances(), CountedNoun.MIG_INSTANCE);
        addPart(parts, requests.partitions(), CountedNoun.PARTITION);
        addPart(parts, requests.shares(), CountedNoun.SHARE);
        if (parts.isEmpty()) {
            parts.add(MESSAGES.text("demand.claims"));
        }
        return MESSAGES.text(complete ? "demand.exact" : "demand.atLeast", parts);
    }

    /** Returns the accelerators among some amounts, e.g. {@code 2 × mig-3g.40gb}. */
    public static String amountsText(ResourceAmounts requests, AcceleratorCatalog accelerators) {
        return requests.names().stream().filter(name -> accelerators.isRequested(requests, name)).map(
                name -> GroupedNumberFormatter.count(requests.get(name)) + " × " + AcceleratorCatalog.shortName(name))
                .collect(Collectors.joining(", "));
    }

    /** Returns the requests of a pod, from its resources or from annotations of KAI. */
    public static String podText(PodSummary pod, AcceleratorCatalog accelerators) {
        return KaiGpuFraction.fromAnnotations(pod).map(KaiGpuFraction::fractionText)
                .orElseGet(() -> amountsText(pod.requests(), accelerators));
    }

    private static void addPart(List<String> parts, long number, CountedNoun noun) {
        if (number > 0) {
            parts.add(noun.countText(number));
        }
    }
}

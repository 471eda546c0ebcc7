package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AcceleratorRequests;
import tessera.insight.GpuFraction;
import tessera.insight.WaitingReason;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;

/** Requests of pods as text: {@code want 4 GPUs and 3 MIG instances}. */
public final class RequestText {

    private RequestText() {}

    /**
     * Returns a demand as text.
     *
     * @param complete whether all who want anything are known
     */
    public static String demandText(AcceleratorRequests demand, boolean complete) {
        var parts = new ArrayList<String>();
        addPart(parts, demand.devices(), "GPU");
        addPart(parts, demand.instances(), "MIG instance");
        addPart(parts, demand.partitions(), "partition");
        addPart(parts, demand.shares(), "share");
        return "want " + (complete ? "" : "at least ")
                + (parts.isEmpty() ? "devices by claims" : ListText.joinWords(parts, " and "));
    }

    /** Returns the accelerators among some amounts, e.g. {@code 2 × mig-3g.40gb}. */
    public static String amountsText(ResourceAmounts requests, AcceleratorCatalog accelerators) {
        return requests.names().stream().filter(name -> accelerators.isRequested(requests, name))
                .map(name -> NumberText.count(requests.get(name)) + " × " + WaitingReason.shortName(name))
                .collect(Collectors.joining(", "));
    }

    /** Returns the requests of a pod, from its resources or from annotations of KAI. */
    public static String podText(PodFacts pod, AcceleratorCatalog accelerators) {
        return GpuFraction.fromAnnotations(pod).map(GpuFraction::fractionText)
                .orElseGet(() -> amountsText(pod.requests(), accelerators));
    }

    private static void addPart(List<String> parts, long number, String noun) {
        if (number > 0) {
            parts.add(NumberText.withNoun(number, noun));
        }
    }
}

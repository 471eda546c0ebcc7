package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AcceleratorDemand;
import tessera.insight.GpuFraction;
import tessera.insight.WaitingReason;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;

/** What pods want, as the window says it: {@code want 4 GPUs and 3 MIG instances}. */
public final class DemandText {

    private DemandText() {}

    /**
     * Some demand in words.
     *
     * @param complete whether all who want anything are known
     */
    public static String words(AcceleratorDemand demand, boolean complete) {
        var parts = new ArrayList<String>();
        part(parts, demand.devices(), "GPU");
        part(parts, demand.instances(), "MIG instance");
        part(parts, demand.partitions(), "partition");
        part(parts, demand.shares(), "share");
        return "want " + (complete ? "" : "at least ")
                + (parts.isEmpty() ? "devices by claims" : ListText.joined(parts, " and "));
    }

    /** The accelerators among some amounts, e.g. {@code 2 × mig-3g.40gb}. */
    public static String amounts(ResourceAmounts requests, AcceleratorCatalog accelerators) {
        return requests.names().stream().filter(name -> accelerators.wants(requests, name))
                .map(name -> NumberText.count(requests.get(name)) + " × " + WaitingReason.brief(name))
                .collect(Collectors.joining(", "));
    }

    /** What a pod asks for, by requests or by annotations of KAI. */
    public static String of(PodFacts pod, AcceleratorCatalog accelerators) {
        return GpuFraction.of(pod).map(GpuFraction::words)
                .orElseGet(() -> amounts(pod.requests(), accelerators));
    }

    private static void part(List<String> parts, long number, String noun) {
        if (number > 0) {
            parts.add(NumberText.of(number, noun));
        }
    }
}

package tessera.ui.pods;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.NonAcceleratorResourceFilter;
import tessera.model.PodSummary;
import tessera.scheduling.PendingDiagnosis;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.pods.PodListLine.PendingPodAwaitedEvent;
import tessera.ui.pods.PodListLine.PodListGroupKind;

/** Lines of pending pods: requests, reason and waiting time. */
final class PendingPodLineBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PendingPodLineBuilder.class);

    private final GpuFleet fleet;
    private final Instant now;
    private final Map<String, String> waitingTexts;
    private final PendingDiagnosisFinder reasons;

    PendingPodLineBuilder(GpuFleet fleet, AcceleratorCatalog accelerators, PodsScreenInput query) {
        this.fleet = fleet;
        this.now = query.now();
        this.waitingTexts = query.waitingTexts();
        reasons = new PendingDiagnosisFinder(fleet, accelerators);
    }

    /** Returns how many of the pods no automatic event can help. */
    long countHopeless(List<PodSummary> pods) {
        return pods.stream().filter(pod -> reasons.diagnose(pod).prospect() == PendingPodProspect.NEVER).count();
    }

    /** @param wants what a pod asks for, in words */
    List<PodListLine> createLines(List<PodSummary> pods, Function<PodSummary, String> wants) {
        return pods.stream().<PodListLine>map(pod -> waitingLine(pod, wants.apply(pod))).toList();
    }

    /**
     * Returns a section of pods that wait for devices other than accelerators, which nothing else here counts; empty without such pods.
     *
     * @param captioned whether nothing says yet what stands in the columns
     */
    List<PodListLine> otherDeviceLines(List<PodSummary> pods, NonAcceleratorResourceFilter devices, boolean captioned) {
        var lines = new ArrayList<PodListLine>();
        if (!pods.isEmpty()) {
            lines.add(new PodListLine.SectionHeading("others", StatusGlyph.WAITING,
                    MESSAGES.text("pods.otherDevices",
                            GroupedNumberFormatter.atLeast(pods.size(), fleet.snapshot().isAllocationComplete())),
                    MESSAGES.text("pods.otherDevicesDetail", devices.namesText(pods))));
            if (captioned) {
                lines.add(new PodListLine.ColumnCaptionsLine(PodListGroupKind.WAITING));
            }
            lines.addAll(createLines(pods, pod -> gpuAmountsText(pod, devices)));
        }
        return lines;
    }

    private static String gpuAmountsText(PodSummary pod, NonAcceleratorResourceFilter devices) {
        return devices.amountsOf(pod.requests()).entrySet().stream()
                .map(each -> GroupedNumberFormatter.count(each.getValue()) + " × " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private PodListLine waitingLine(PodSummary pod, String wants) {
        var diagnosis = reasons.diagnose(pod);
        return new PodListLine.PendingPodLine(pod.namespace(), pod.name(), reasonText(pod, diagnosis), wants,
                AgeFormatter.ageOf(pod.created(), fleet.snapshot(), now), awaitedEvent(pod, diagnosis));
    }

    /** Returns the reason; where a pod's conditions are silent, events of its scheduler tell more. */
    private String reasonText(PodSummary pod, PendingDiagnosis diagnosis) {
        if (pod.message().isEmpty()) {
            return waitingTexts.getOrDefault(pod.uid(), diagnosis.reason().text());
        }
        return diagnosis.reason().text();
    }

    private static PendingPodAwaitedEvent awaitedEvent(PodSummary pod, PendingDiagnosis diagnosis) {
        if (diagnosis.prospect() == PendingPodProspect.NEVER) {
            return PendingPodAwaitedEvent.CHANGE;
        }
        if (pod.reason().equals("SchedulingGated")) {
            return PendingPodAwaitedEvent.WORD;
        }
        return PendingPodAwaitedEvent.ROOM;
    }
}

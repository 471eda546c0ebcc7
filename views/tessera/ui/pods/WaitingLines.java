package tessera.ui.pods;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.OtherDevices;
import tessera.insight.PendingDiagnosis;
import tessera.insight.PendingDiagnosis.Prospect;
import tessera.insight.WaitingReason;
import tessera.model.PodFacts;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.pods.PodLine.AwaitedEvent;
import tessera.ui.pods.PodLine.CaptionColumns;

/** Lines of pending pods: requests, reason and waiting time. */
final class WaitingLines {

    private final GpuFleet fleet;
    private final Instant now;
    private final WaitingReason reasons;

    WaitingLines(GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        this.fleet = fleet;
        this.now = now;
        reasons = new WaitingReason(fleet, accelerators);
    }

    /** Returns how many of the pods no automatic event can help. */
    long countHopeless(List<PodFacts> pods) {
        return pods.stream().filter(pod -> reasons.diagnose(pod).prospect() == Prospect.NEVER).count();
    }

    /** @param wants what a pod asks for, in words */
    List<PodLine> createLines(List<PodFacts> pods, Function<PodFacts, String> wants) {
        return pods.stream().<PodLine>map(pod -> waitingLine(pod, wants.apply(pod))).toList();
    }

    /**
     * Returns a section of pods that wait for devices other than accelerators, which nothing else here counts; empty without such pods.
     *
     * @param captioned whether nothing says yet what stands in the columns
     */
    List<PodLine> otherDeviceLines(List<PodFacts> pods, OtherDevices devices, boolean captioned) {
        var lines = new ArrayList<PodLine>();
        if (!pods.isEmpty()) {
            lines.add(new PodLine.SectionHeading("others", StatusGlyph.WAITING, NumberText.atLeast(pods.size(),
                    fleet.snapshot().isAllocationComplete()) + " pending for other devices",
                    devices.namesText(pods) + " · no known accelerators"));
            if (captioned) {
                lines.add(new PodLine.Captions(CaptionColumns.WAITING));
            }
            lines.addAll(createLines(pods, pod -> devices.amountsOf(pod.requests()).entrySet().stream()
                    .map(each -> NumberText.count(each.getValue()) + " × " + each.getKey())
                    .collect(Collectors.joining(", "))));
        }
        return lines;
    }

    private PodLine waitingLine(PodFacts pod, String wants) {
        var verdict = reasons.diagnose(pod);
        return new PodLine.WaitingLine(pod.namespace(), pod.name(), verdict.sentence(), wants,
                AgeText.ageOf(pod.created(), fleet.snapshot(), now), awaitedEvent(pod, verdict));
    }

    private static AwaitedEvent awaitedEvent(PodFacts pod, PendingDiagnosis verdict) {
        if (verdict.prospect() == Prospect.NEVER) {
            return AwaitedEvent.CHANGE;
        }
        return pod.reason().equals("SchedulingGated") ? AwaitedEvent.WORD : AwaitedEvent.ROOM;
    }
}

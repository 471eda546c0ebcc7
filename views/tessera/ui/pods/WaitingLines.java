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
import tessera.ui.pods.PodLine.Awaits;
import tessera.ui.pods.PodLine.CaptionColumns;

/** Lines of pods on no node: what each wants, why it waits and how long. */
final class WaitingLines {

    private final GpuFleet fleet;
    private final Instant now;
    private final WaitingReason reasons;

    WaitingLines(GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        this.fleet = fleet;
        this.now = now;
        reasons = new WaitingReason(fleet, accelerators);
    }

    /** How many of them nothing that comes by itself helps. */
    long vain(List<PodFacts> pods) {
        return pods.stream().filter(pod -> reasons.judge(pod).prospect() == Prospect.NEVER).count();
    }

    /** @param wants what a pod asks for, in words */
    List<PodLine> of(List<PodFacts> pods, Function<PodFacts, String> wants) {
        return pods.stream().<PodLine>map(pod -> line(pod, wants.apply(pod))).toList();
    }

    /**
     * A section of pods that wait for devices that are no accelerators, which nothing else of the screen counts; none without such
     * pods.
     *
     * @param captioned whether nothing says yet what stands in the columns
     */
    List<PodLine> others(List<PodFacts> pods, OtherDevices devices, boolean captioned) {
        var lines = new ArrayList<PodLine>();
        if (!pods.isEmpty()) {
            lines.add(new PodLine.SectionHeading("others", StatusGlyph.WAITING, NumberText.atLeast(pods.size(),
                    fleet.snapshot().allocationComplete()) + " pending for other devices",
                    devices.names(pods) + " · no known accelerators"));
            if (captioned) {
                lines.add(new PodLine.Captions(CaptionColumns.WAITING));
            }
            lines.addAll(of(pods, pod -> devices.of(pod.requests()).entrySet().stream()
                    .map(each -> NumberText.count(each.getValue()) + " × " + each.getKey())
                    .collect(Collectors.joining(", "))));
        }
        return lines;
    }

    private PodLine line(PodFacts pod, String wants) {
        var verdict = reasons.judge(pod);
        return new PodLine.WaitingLine(pod.namespace(), pod.name(), verdict.sentence(), wants,
                AgeText.since(pod.created(), fleet.snapshot(), now), awaits(pod, verdict));
    }

    private static Awaits awaits(PodFacts pod, PendingDiagnosis verdict) {
        if (verdict.prospect() == Prospect.NEVER) {
            return Awaits.CHANGE;
        }
        return pod.reason().equals("SchedulingGated") ? Awaits.WORD : Awaits.ROOM;
    }
}

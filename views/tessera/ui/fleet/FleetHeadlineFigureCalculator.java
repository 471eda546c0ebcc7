package tessera.ui.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.PodAcceleratorRequests;
import tessera.model.PodListCompleteness;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.HeadlineFigureHistory.HeadlineFigureKind;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.PodResourceRequestFormatter;
import tessera.ui.kit.StatusGlyph;

/** Computes the figures above the heatmap. They add up: every GPU is allocated, free or out of service. */
final class FleetHeadlineFigureCalculator {

    private static final String NOT_ALL = "not all pods are known";

    private FleetHeadlineFigureCalculator() {}

    static Map<HeadlineFigureKind, FleetHeadlineFigure> figuresOf(GpuFleet fleet, AcceleratorCatalog accelerators,
            Instant now) {
        var counts = fleet.tally();
        boolean usesKnown = fleet.snapshot().podVisibility() != PodListCompleteness.NONE;
        boolean complete = fleet.snapshot().isAllocationComplete();
        var boundKind = GpuFleet.allocatedBound(fleet.nodes(), fleet.snapshot().podVisibility());
        var left = GpuFleet.freeBound(fleet.nodes(), fleet.snapshot().podVisibility());
        var lost = GpuFleet.outOfServiceBound(fleet.nodes(), fleet.snapshot().podVisibility());
        long models = fleet.nodes().stream().map(node -> node.product().title()).distinct().count();
        var figures = new EnumMap<HeadlineFigureKind, FleetHeadlineFigure>(HeadlineFigureKind.class);
        figures.put(HeadlineFigureKind.GPUS, new FleetHeadlineFigure("GPUs",
                GroupedNumberFormatter.bounded(counts.total(), fleet.totalBound(fleet.nodes())), "",
                GroupedNumberFormatter.withNoun(fleet.nodes().size(), "node")
                        + (fleet.nodes().stream().anyMatch(GpuNode::isUncounted) ? ", GPUs by claims aside" : "")
                        + " · "
                        + GroupedNumberFormatter.withNoun(models, "model"),
                null));
        figures.put(HeadlineFigureKind.ALLOCATED,
                usesKnown ? allocatedFigure(counts, complete, boundKind) : unknownFigure("Allocated"));
        figures.put(HeadlineFigureKind.FREE, usesKnown ? freeFigure(fleet, counts, left) : unknownFigure("Free"));
        figures.put(HeadlineFigureKind.OUT_OF_SERVICE,
                new FleetHeadlineFigure("Out of service", GroupedNumberFormatter.bounded(counts.outOfService(), lost),
                        GroupedNumberFormatter.percent(counts.outOfService(), counts.total(), lost),
                        outOfServiceText(counts, lost),
                        outOfServiceGlyph(counts)));
        figures.put(HeadlineFigureKind.PENDING,
                usesKnown ? pendingFigure(fleet, accelerators, now) : unknownFigure("Pending pods"));
        return figures;
    }

    private static FleetHeadlineFigure unknownFigure(String title) {
        return new FleetHeadlineFigure(title, "–", "", "pods may not be listed", StatusGlyph.WARNING);
    }

    private static FleetHeadlineFigure allocatedFigure(GpuStatusCounts counts, boolean complete,
            EstimateBoundKind boundKind) {
        return new FleetHeadlineFigure("Allocated", GroupedNumberFormatter.bounded(counts.allocated(), boundKind),
                GroupedNumberFormatter.percent(counts.allocated(), counts.total(), boundKind),
                "%s whole · %s in parts".formatted(GroupedNumberFormatter.atLeast(counts.exclusive(), complete),
                        GroupedNumberFormatter.bounded(counts.parts(), boundKind)),
                null);
    }

    private static FleetHeadlineFigure freeFigure(GpuFleet fleet, GpuStatusCounts counts, EstimateBoundKind left) {
        return new FleetHeadlineFigure("Free", GroupedNumberFormatter.bounded(counts.free(), left),
                GroupedNumberFormatter.percent(counts.free(), counts.total(), left),
                fleet.isAllocationComplete() ? fleet.largestFreeBlock().text(counts.free()) : NOT_ALL,
                null);
    }

    private static @Nullable StatusGlyph outOfServiceGlyph(GpuStatusCounts counts) {
        if (counts.outOfService() == 0) {
            return null;
        }
        long broken = counts.unhealthy() + counts.faulty() + counts.notOffered() + counts.unreachable();
        return broken > 0 ? StatusGlyph.BROKEN : StatusGlyph.CORDONED;
    }

    private static String outOfServiceText(GpuStatusCounts counts, EstimateBoundKind lost) {
        var parts = new ArrayList<String>();
        addPart(parts, counts.unhealthy(), "unhealthy");
        addPart(parts, counts.faulty(), "faulty");
        addPart(parts, counts.unreachable(), "lost");
        addPart(parts, counts.notOffered(), "not offered");
        addPart(parts, counts.cordoned(), "cordoned");
        addPart(parts, counts.closed(), "in maintenance");
        var listed = String.join(" · ", parts);
        return switch (lost) {
            case EXACT -> parts.isEmpty() ? "all in service" : listed;
            case AT_MOST -> parts.isEmpty() ? "all in service" : "at most " + listed;
            case AT_LEAST -> parts.isEmpty() ? "which are in use is not told" : "at least " + listed;
            case APPROXIMATE -> parts.isEmpty() ? "which are in use is not told" : "about " + listed;
        };
    }

    private static void addPart(List<String> parts, long count, String subject) {
        if (count > 0) {
            parts.add(GroupedNumberFormatter.count(count) + " " + subject);
        }
    }

    private static FleetHeadlineFigure pendingFigure(GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        var waiting = fleet.pendingPods();
        boolean complete = fleet.snapshot().isAllocationComplete();
        if (waiting.isEmpty()) {
            return new FleetHeadlineFigure("Pending pods", GroupedNumberFormatter.atLeast(0, complete), "",
                    complete ? "nobody waits for a GPU" : NOT_ALL, null);
        }
        var longest = AgeFormatter.ageOf(waiting.getFirst().created(), fleet.snapshot(), now);
        return new FleetHeadlineFigure("Pending pods", GroupedNumberFormatter.atLeast(waiting.size(), complete), "",
                PodResourceRequestFormatter.demandText(PodAcceleratorRequests.of(waiting, accelerators), complete)
                        + longestWaitText(longest, complete),
                StatusGlyph.WAITING);
    }

    private static String longestWaitText(String longest, boolean complete) {
        if (longest.isEmpty()) {
            return "";
        }
        return (complete ? " · longest " : " · longest seen ") + longest;
    }
}

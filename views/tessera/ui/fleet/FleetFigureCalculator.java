package tessera.ui.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.EstimateBoundKind;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.GpuStatusCounts;
import tessera.insight.PodAcceleratorRequests;
import tessera.model.PodListCompleteness;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.HeadlineFigureHistory.HeadlineFigureKind;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.PodRequestText;
import tessera.ui.kit.StatusGlyph;

/** Computes the figures above the mosaic. They add up: every GPU is allocated, free or out of service. */
final class FleetFigureCalculator {

    private static final String NOT_ALL = "not all pods are known";

    private FleetFigureCalculator() {}

    static Map<HeadlineFigureKind, FleetHeadlineFigure> figuresOf(GpuFleet fleet, AcceleratorCatalog accelerators,
            Instant now) {
        var tally = fleet.tally();
        boolean usesKnown = fleet.snapshot().podVisibility() != PodListCompleteness.NONE;
        boolean complete = fleet.snapshot().isAllocationComplete();
        var held = GpuFleet.allocatedBound(fleet.nodes(), fleet.snapshot().podVisibility());
        var left = GpuFleet.freeBound(fleet.nodes(), fleet.snapshot().podVisibility());
        var lost = GpuFleet.outOfServiceBound(fleet.nodes(), fleet.snapshot().podVisibility());
        long models = fleet.nodes().stream().map(node -> node.product().title()).distinct().count();
        var figures = new EnumMap<HeadlineFigureKind, FleetHeadlineFigure>(HeadlineFigureKind.class);
        figures.put(HeadlineFigureKind.GPUS, new FleetHeadlineFigure("GPUs",
                NumberText.bounded(tally.total(), fleet.totalBound(fleet.nodes())), "",
                NumberText.withNoun(fleet.nodes().size(), "node")
                        + (fleet.nodes().stream().anyMatch(GpuNode::isUncounted) ? ", GPUs by claims aside" : "")
                        + " · "
                        + NumberText.withNoun(models, "model"),
                null));
        figures.put(HeadlineFigureKind.ALLOCATED,
                usesKnown ? allocatedFigure(tally, complete, held) : unknownFigure("Allocated"));
        figures.put(HeadlineFigureKind.FREE, usesKnown ? freeFigure(fleet, tally, left) : unknownFigure("Free"));
        figures.put(HeadlineFigureKind.OUT_OF_SERVICE,
                new FleetHeadlineFigure("Out of service", NumberText.bounded(tally.outOfService(), lost),
                        NumberText.percent(tally.outOfService(), tally.total(), lost), outOfServiceText(tally, lost),
                        tally.outOfService() == 0 ? null
                                : tally.unhealthy() + tally.faulty() + tally.notOffered()
                                        + tally.lost() > 0
                                                ? StatusGlyph.BROKEN
                                                : StatusGlyph.CORDONED));
        figures.put(HeadlineFigureKind.PENDING,
                usesKnown ? pendingFigure(fleet, accelerators, now) : unknownFigure("Pending pods"));
        return figures;
    }

    private static FleetHeadlineFigure unknownFigure(String title) {
        return new FleetHeadlineFigure(title, "–", "", "pods may not be listed", StatusGlyph.WARNING);
    }

    private static FleetHeadlineFigure allocatedFigure(GpuStatusCounts tally, boolean complete,
            EstimateBoundKind held) {
        return new FleetHeadlineFigure("Allocated", NumberText.bounded(tally.allocated(), held),
                NumberText.percent(tally.allocated(), tally.total(), held),
                "%s whole · %s in parts".formatted(NumberText.atLeast(tally.whole(), complete),
                        NumberText.bounded(tally.parts(), held)),
                null);
    }

    private static FleetHeadlineFigure freeFigure(GpuFleet fleet, GpuStatusCounts tally, EstimateBoundKind left) {
        return new FleetHeadlineFigure("Free", NumberText.bounded(tally.free(), left),
                NumberText.percent(tally.free(), tally.total(), left),
                left == EstimateBoundKind.AT_MOST ? NOT_ALL : fleet.largestFreeBlock().text(tally.free()),
                null);
    }

    private static String outOfServiceText(GpuStatusCounts tally, EstimateBoundKind lost) {
        var parts = new ArrayList<String>();
        addPart(parts, tally.unhealthy(), "unhealthy");
        addPart(parts, tally.faulty(), "faulty");
        addPart(parts, tally.lost(), "lost");
        addPart(parts, tally.notOffered(), "not offered");
        addPart(parts, tally.cordoned(), "cordoned");
        addPart(parts, tally.closed(), "in maintenance");
        var listed = String.join(" · ", parts);
        return switch (lost) {
            case EXACT -> parts.isEmpty() ? "all in service" : listed;
            case AT_MOST -> parts.isEmpty() ? "all in service" : "at most " + listed;
            case AT_LEAST -> parts.isEmpty() ? "which are in use is not told" : "at least " + listed;
        };
    }

    private static void addPart(List<String> parts, long count, String subject) {
        if (count > 0) {
            parts.add(NumberText.count(count) + " " + subject);
        }
    }

    private static FleetHeadlineFigure pendingFigure(GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        var waiting = fleet.waiting();
        boolean complete = fleet.snapshot().isAllocationComplete();
        if (waiting.isEmpty()) {
            return new FleetHeadlineFigure("Pending pods", NumberText.atLeast(0, complete), "",
                    complete ? "nobody waits for a GPU" : NOT_ALL, null);
        }
        var longest = AgeText.ageOf(waiting.getFirst().created(), fleet.snapshot(), now);
        return new FleetHeadlineFigure("Pending pods", NumberText.atLeast(waiting.size(), complete), "",
                PodRequestText.demandText(PodAcceleratorRequests.of(waiting, accelerators), complete)
                        + (longest.isEmpty() ? "" : (complete ? " · longest " : " · longest seen ") + longest),
                StatusGlyph.WAITING);
    }
}

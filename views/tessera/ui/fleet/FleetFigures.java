package tessera.ui.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AcceleratorDemand;
import tessera.insight.EstimateBound;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.GpuTally;
import tessera.model.PodVisibility;
import tessera.ui.fleet.FiguresPast.FigureQuantity;
import tessera.ui.fleet.FleetState.FleetFigure;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DemandText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;

/** The figures above the mosaic. They add up: every GPU is allocated, free or out of service. */
final class FleetFigures {

    private static final String NOT_ALL = "not all pods are known";

    private FleetFigures() {}

    static Map<FigureQuantity, FleetFigure> of(GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        var tally = fleet.tally();
        boolean usesKnown = fleet.snapshot().podSight() != PodVisibility.NONE;
        boolean complete = fleet.snapshot().allocationComplete();
        var held = GpuFleet.allocatedBound(fleet.nodes(), fleet.snapshot().podSight());
        var left = GpuFleet.freeBound(fleet.nodes(), fleet.snapshot().podSight());
        var lost = GpuFleet.outOfServiceBound(fleet.nodes(), fleet.snapshot().podSight());
        long models = fleet.nodes().stream().map(node -> node.product().title()).distinct().count();
        var figures = new EnumMap<FigureQuantity, FleetFigure>(FigureQuantity.class);
        figures.put(FigureQuantity.GPUS, new FleetFigure("GPUs",
                NumberText.bounded(tally.total(), fleet.totalBound(fleet.nodes())), "",
                NumberText.of(fleet.nodes().size(), "node")
                        + (fleet.nodes().stream().anyMatch(GpuNode::uncounted) ? ", GPUs by claims aside" : "") + " · "
                        + NumberText.of(models, "model"),
                null));
        figures.put(FigureQuantity.ALLOCATED, usesKnown ? allocated(tally, complete, held) : unknown("Allocated"));
        figures.put(FigureQuantity.FREE, usesKnown ? free(fleet, tally, left) : unknown("Free"));
        figures.put(FigureQuantity.OUT_OF_SERVICE,
                new FleetFigure("Out of service", NumberText.bounded(tally.outOfService(), lost),
                        NumberText.percent(tally.outOfService(), tally.total(), lost), out(tally, lost),
                        tally.outOfService() == 0 ? null
                                : tally.unhealthy() + tally.notOffered() + tally.lost() > 0
                                        ? StatusGlyph.BROKEN
                                        : StatusGlyph.CORDONED));
        figures.put(FigureQuantity.PENDING, usesKnown ? waiting(fleet, accelerators, now) : unknown("Pending pods"));
        return figures;
    }

    private static FleetFigure unknown(String title) {
        return new FleetFigure(title, "–", "", "pods may not be listed", StatusGlyph.WARNING);
    }

    private static FleetFigure allocated(GpuTally tally, boolean complete, EstimateBound held) {
        return new FleetFigure("Allocated", NumberText.bounded(tally.allocated(), held),
                NumberText.percent(tally.allocated(), tally.total(), held),
                "%s whole · %s in parts".formatted(NumberText.atLeast(tally.whole(), complete),
                        NumberText.bounded(tally.parts(), held)),
                null);
    }

    private static FleetFigure free(GpuFleet fleet, GpuTally tally, EstimateBound left) {
        return new FleetFigure("Free", NumberText.bounded(tally.free(), left),
                NumberText.percent(tally.free(), tally.total(), left),
                left == EstimateBound.AT_MOST ? NOT_ALL : fleet.largestFreeBlock().text(tally.free()),
                null);
    }

    private static String out(GpuTally tally, EstimateBound lost) {
        var parts = new ArrayList<String>();
        part(parts, tally.unhealthy(), "unhealthy");
        part(parts, tally.lost(), "lost");
        part(parts, tally.notOffered(), "not offered");
        part(parts, tally.cordoned(), "cordoned");
        part(parts, tally.closed(), "in maintenance");
        var listed = String.join(" · ", parts);
        return switch (lost) {
            case EXACT -> parts.isEmpty() ? "all in service" : listed;
            case AT_MOST -> parts.isEmpty() ? "all in service" : "at most " + listed;
            case AT_LEAST -> parts.isEmpty() ? "which are in use is not told" : "at least " + listed;
        };
    }

    private static void part(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(NumberText.count(count) + " " + what);
        }
    }

    private static FleetFigure waiting(GpuFleet fleet, AcceleratorCatalog accelerators, Instant now) {
        var waiting = fleet.waiting();
        boolean complete = fleet.snapshot().allocationComplete();
        if (waiting.isEmpty()) {
            return new FleetFigure("Pending pods", NumberText.atLeast(0, complete), "",
                    complete ? "nobody waits for a GPU" : NOT_ALL, null);
        }
        var longest = AgeText.since(waiting.getFirst().created(), fleet.snapshot(), now);
        return new FleetFigure("Pending pods", NumberText.atLeast(waiting.size(), complete), "",
                DemandText.words(AcceleratorDemand.of(waiting, accelerators), complete)
                        + (longest.isEmpty() ? "" : (complete ? " · longest " : " · longest seen ") + longest),
                StatusGlyph.WAITING);
    }
}

package tessera.ui.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tessera.insight.Accelerators;
import tessera.insight.Bound;
import tessera.insight.Demand;
import tessera.insight.Fleet;
import tessera.insight.GpuNode;
import tessera.insight.GpuTally;
import tessera.model.PodSight;
import tessera.ui.fleet.FiguresPast.Quantity;
import tessera.ui.fleet.FleetState.Figure;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Wants;

/** The figures above the mosaic. They add up: every GPU is allocated, free or out of service. */
final class Headlines {

    private static final String NOT_ALL = "not all pods are known";

    private Headlines() {}

    static Map<Quantity, Figure> of(Fleet fleet, Accelerators accelerators, Instant now) {
        var tally = fleet.tally();
        boolean usesKnown = fleet.snapshot().podSight() != PodSight.NONE;
        boolean complete = fleet.snapshot().allocationComplete();
        var held = Fleet.allocatedBound(fleet.nodes(), fleet.snapshot().podSight());
        var left = Fleet.freeBound(fleet.nodes(), fleet.snapshot().podSight());
        var lost = Fleet.outOfServiceBound(fleet.nodes(), fleet.snapshot().podSight());
        long models = fleet.nodes().stream().map(node -> node.product().title()).distinct().count();
        var figures = new EnumMap<Quantity, Figure>(Quantity.class);
        figures.put(Quantity.GPUS, new Figure("GPUs", Numbers.count(tally.total()), "",
                Numbers.of(fleet.nodes().size(), "node")
                        + (fleet.nodes().stream().anyMatch(GpuNode::uncounted) ? ", GPUs by claims aside" : "") + " · "
                        + Numbers.of(models, "model"),
                null));
        figures.put(Quantity.ALLOCATED, usesKnown ? allocated(tally, complete, held) : unknown("Allocated"));
        figures.put(Quantity.FREE, usesKnown ? free(fleet, tally, left) : unknown("Free"));
        figures.put(Quantity.OUT_OF_SERVICE,
                new Figure("Out of service", Numbers.bounded(tally.outOfService(), lost),
                        Numbers.percent(tally.outOfService(), tally.total(), lost), out(tally, lost),
                        tally.outOfService() == 0 ? null
                                : tally.unhealthy() + tally.notOffered() + tally.lost() > 0
                                        ? Glyph.BROKEN
                                        : Glyph.CORDONED));
        figures.put(Quantity.PENDING, usesKnown ? waiting(fleet, accelerators, now) : unknown("Pending pods"));
        return figures;
    }

    private static Figure unknown(String title) {
        return new Figure(title, "–", "", "pods may not be listed", Glyph.WARNING);
    }

    private static Figure allocated(GpuTally tally, boolean complete, Bound held) {
        return new Figure("Allocated", Numbers.bounded(tally.allocated(), held),
                Numbers.percent(tally.allocated(), tally.total(), held),
                "%s whole · %s in parts".formatted(Numbers.atLeast(tally.whole(), complete),
                        Numbers.bounded(tally.parts(), held)),
                null);
    }

    private static Figure free(Fleet fleet, GpuTally tally, Bound left) {
        return new Figure("Free", Numbers.bounded(tally.free(), left),
                Numbers.percent(tally.free(), tally.total(), left),
                left == Bound.AT_MOST ? NOT_ALL : fleet.largestFreeBlock().text(tally.free()),
                null);
    }

    private static String out(GpuTally tally, Bound lost) {
        var parts = new ArrayList<String>();
        part(parts, tally.unhealthy(), "unhealthy");
        part(parts, tally.lost(), "lost");
        part(parts, tally.notOffered(), "not offered");
        part(parts, tally.cordoned(), "cordoned");
        var listed = String.join(" · ", parts);
        return switch (lost) {
            case EXACT -> parts.isEmpty() ? "all in service" : listed;
            case AT_MOST -> parts.isEmpty() ? "all in service" : "at most " + listed;
            case AT_LEAST -> parts.isEmpty() ? "which are in use is not told" : "at least " + listed;
        };
    }

    private static void part(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Numbers.count(count) + " " + what);
        }
    }

    private static Figure waiting(Fleet fleet, Accelerators accelerators, Instant now) {
        var waiting = fleet.waiting();
        boolean complete = fleet.snapshot().allocationComplete();
        if (waiting.isEmpty()) {
            return new Figure("Pending pods", Numbers.atLeast(0, complete), "",
                    complete ? "nobody waits for a GPU" : NOT_ALL, null);
        }
        var longest = Ages.since(waiting.getFirst().created(), fleet.snapshot(), now);
        return new Figure("Pending pods", Numbers.atLeast(waiting.size(), complete), "",
                Wants.words(Demand.of(waiting, accelerators), complete)
                        + (longest.isEmpty() ? "" : (complete ? " · longest " : " · longest seen ") + longest),
                Glyph.WAITING);
    }
}

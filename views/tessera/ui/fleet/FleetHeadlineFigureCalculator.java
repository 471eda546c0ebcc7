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
import tessera.text.MessageCatalog;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.HeadlineFigureHistory.HeadlineFigureKind;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.PodResourceRequestFormatter;
import tessera.ui.kit.StatusGlyph;

/** Computes the figures above the heatmap. They add up: every GPU is allocated, free or out of service. */
final class FleetHeadlineFigureCalculator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FleetHeadlineFigureCalculator.class);

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
        var nodes = CountedNoun.NODE.countText(fleet.nodes().size());
        var figures = new EnumMap<HeadlineFigureKind, FleetHeadlineFigure>(HeadlineFigureKind.class);
        figures.put(HeadlineFigureKind.GPUS,
                new FleetHeadlineFigure(MESSAGES.text("figure.gpus"),
                        GroupedNumberFormatter.bounded(counts.total(), fleet.totalBound(fleet.nodes())), "",
                        MESSAGES.text("figure.nodes", nodes, fleet.nodes().stream().anyMatch(GpuNode::isUncounted),
                                CountedNoun.MODEL.countText(models)),
                        null));
        if (usesKnown) {
            figures.put(HeadlineFigureKind.ALLOCATED, allocatedFigure(counts, complete, boundKind));
            figures.put(HeadlineFigureKind.FREE, freeFigure(fleet, counts, left));
            figures.put(HeadlineFigureKind.PENDING, pendingFigure(fleet, accelerators, now));
        } else {
            figures.put(HeadlineFigureKind.ALLOCATED, unknownFigure(MESSAGES.text("figure.allocated")));
            figures.put(HeadlineFigureKind.FREE, unknownFigure(MESSAGES.text("figure.free")));
            figures.put(HeadlineFigureKind.PENDING, unknownFigure(MESSAGES.text("figure.pending")));
        }

        figures.put(HeadlineFigureKind.OUT_OF_SERVICE,
                new FleetHeadlineFigure(MESSAGES.text("figure.outOfService"),
                        GroupedNumberFormatter.bounded(counts.outOfService(), lost),
                        GroupedNumberFormatter.percent(counts.outOfService(), counts.total(), lost),
                        outOfServiceText(counts, lost), outOfServiceGlyph(counts)));
        return figures;
    }

    private static FleetHeadlineFigure unknownFigure(String title) {
        return new FleetHeadlineFigure(title, "–", "", MESSAGES.text("figure.noPods"), StatusGlyph.WARNING);
    }

    private static FleetHeadlineFigure allocatedFigure(GpuStatusCounts counts, boolean complete,
            EstimateBoundKind boundKind) {
        return new FleetHeadlineFigure(MESSAGES.text("figure.allocated"),
                GroupedNumberFormatter.bounded(counts.allocated(), boundKind),
                GroupedNumberFormatter.percent(counts.allocated(), counts.total(), boundKind),
                MESSAGES.text("figure.parts", GroupedNumberFormatter.atLeast(counts.exclusive(), complete),
                        GroupedNumberFormatter.bounded(counts.parts(), boundKind)),
                null);
    }

    private static FleetHeadlineFigure freeFigure(GpuFleet fleet, GpuStatusCounts counts, EstimateBoundKind left) {
        return new FleetHeadlineFigure(MESSAGES.text("figure.free"),
                GroupedNumberFormatter.bounded(counts.free(), left),
                GroupedNumberFormatter.percent(counts.free(), counts.total(), left),
                fleet.isAllocationComplete() ? fleet.largestFreeBlock().text(counts.free())
                        : MESSAGES.text("figure.incomplete"),
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
        addPart(parts, counts.unhealthy(), MESSAGES.text("out.unhealthy"));
        addPart(parts, counts.faulty(), MESSAGES.text("out.faulty"));
        addPart(parts, counts.unreachable(), MESSAGES.text("out.lost"));
        addPart(parts, counts.notOffered(), MESSAGES.text("out.notOffered"));
        addPart(parts, counts.cordoned(), MESSAGES.text("out.cordoned"));
        addPart(parts, counts.closed(), MESSAGES.text("out.maintenance"));
        var listed = String.join(" · ", parts);
        if (parts.isEmpty()) {
            return switch (lost) {
                case EXACT, AT_MOST -> MESSAGES.text("out.none");
                case AT_LEAST, APPROXIMATE -> MESSAGES.text("out.unknown");
            };
        }
        return switch (lost) {
            case EXACT -> listed;
            case AT_MOST -> MESSAGES.text("out.atMost", listed);
            case AT_LEAST -> MESSAGES.text("out.atLeast", listed);
            case APPROXIMATE -> MESSAGES.text("out.about", listed);
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
            return new FleetHeadlineFigure(MESSAGES.text("figure.pending"), GroupedNumberFormatter.atLeast(0, complete),
                    "", complete ? MESSAGES.text("figure.nonePending") : MESSAGES.text("figure.incomplete"), null);
        }
        var longest = AgeFormatter.ageOf(waiting.getFirst().created(), fleet.snapshot(), now);
        var demand = PodResourceRequestFormatter.demandText(PodAcceleratorRequests.of(waiting, accelerators), complete);
        return new FleetHeadlineFigure(MESSAGES.text("figure.pending"),
                GroupedNumberFormatter.atLeast(waiting.size(), complete), "",
                demand + longestWaitText(longest, complete), StatusGlyph.WAITING).withShortDetail(demand);
    }

    private static String longestWaitText(String longest, boolean complete) {
        if (longest.isEmpty()) {
            return "";
        }
        return MESSAGES.text(complete ? "figure.longest" : "figure.longestSeen", longest);
    }
}

package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.alerts.RuleJudge;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AttentionItem;
import tessera.insight.AttentionList;
import tessera.insight.DeviceHealthRules;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.WaitingReason;
import tessera.model.PodVisibility;
import tessera.model.Snapshot;
import tessera.ui.fleet.FleetState.AttentionLine;
import tessera.ui.fleet.FleetState.FleetFigure;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.mosaic.LensScale;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.mosaic.MosaicState;
import tessera.ui.mosaic.MosaicState.CardGroup;
import tessera.ui.mosaic.MosaicState.NodeCardState;
import tessera.ui.mosaic.NodeCards;

/** Computes the state of the fleet screen. Remembers the cards of unchanged nodes; one thread at a time. */
public final class FleetProjection {

    private static final int OWNERS = 7;
    /** With more nodes than this, those of a zone stand together. */
    private static final int MANY = 600;

    private final AcceleratorCatalog accelerators;
    private final AlertContext vigil;
    private final FigureHistory past;
    private final DeviceHealthRules judge;
    private final NodeCards cards = new NodeCards(FleetProjection::zoneHeading);

    public FleetProjection(AcceleratorCatalog accelerators, AlertContext vigil) {
        this(accelerators, vigil, FigureHistory.none());
    }

    /** @param past of the figures */
    FleetProjection(AcceleratorCatalog accelerators, AlertContext vigil, FigureHistory past) {
        this.past = past;
        this.accelerators = accelerators;
        this.vigil = vigil;
        judge = new RuleJudge(vigil.rules());
    }

    public FleetState project(GpuFleet fleet, FleetQuery query) {
        var notice = ScreenNotice.forSnapshot(fleet.snapshot()).map(why -> withOtherScreens(why, fleet.snapshot()))
                .or(() -> noGpusNotice(fleet));
        if (notice.isPresent()) {
            return new FleetState(notice, List.of(), MosaicState.empty(), List.of(), List.of());
        }
        var visibility = fleet.snapshot().podVisibility();
        var owners = topOwners(fleet);
        var drawn = cards.cardsOf(fleet);
        var scale = LensScale.of(query.lens(),
                query.lens() == MosaicLens.POWER ? MeasuredHeading.highestPower(drawn) : 0);
        var mosaic = new MosaicState(query.lens(), cardGroups(drawn, query, fleet, scale), owners,
                query.namespace(),
                visibility, scale);
        return new FleetState(Optional.empty(), figures(fleet, query), mosaic,
                attentionLines(fleet, query), MosaicLegend.keysOf(mosaic));
    }

    /** Adds to a notice about forbidden nodes the screens that still show something. */
    private static ScreenNotice withOtherScreens(ScreenNotice why, Snapshot snapshot) {
        return why.kind() != ScreenNotice.NoticeKind.FORBIDDEN || snapshot.podVisibility() == PodVisibility.NONE ? why
                : why.withSentence("Pods, Quotas and Doctor show what is known without that.");
    }

    private List<FleetFigure> figures(GpuFleet fleet, FleetQuery query) {
        var figures = new ArrayList<FleetFigure>();
        FleetFigures.figuresOf(fleet, accelerators, query.minute())
                .forEach((quantity, figure) -> figures.add(figure.withTrend(past, quantity)));
        return figures;
    }

    private static Optional<ScreenNotice> noGpusNotice(GpuFleet fleet) {
        return fleet.nodes().isEmpty()
                ? Optional.of(ScreenNotice.withoutGpus(fleet.snapshot()))
                : Optional.empty();
    }

    private static List<CardGroup> cardGroups(List<NodeCardState> all, FleetQuery query, GpuFleet fleet,
            LensScale scale) {
        var groups = new TreeMap<String, List<NodeCardState>>(NaturalOrder.INSTANCE);
        for (var card : all) {
            groups.computeIfAbsent(query.grouping().headingOf(card.node()), heading -> new ArrayList<>()).add(card);
        }
        var byName = Comparator.comparing((NodeCardState card) -> card.node().name(), NaturalOrder.INSTANCE);
        var order = all.size() > MANY ? Comparator.comparing(NodeCardState::zone).thenComparing(byName) : byName;
        var drawn = new ArrayList<CardGroup>();
        groups.forEach((title, members) -> {
            members.sort(order);
            var plain = groupOf(title, members, query, fleet);
            drawn.add(query.lens().isMeasured() ? withMeasures(plain, scale) : plain);
        });
        if (query.grouping() == FleetGrouping.MODEL) {
            drawn.sort(Comparator.comparingLong((CardGroup group) -> group.tally().total()).reversed());
        }
        return drawn;
    }

    private static CardGroup withMeasures(CardGroup plain, LensScale scale) {
        var heading = MeasuredHeading.of(plain.cards(), scale);
        return new CardGroup(plain.title(), plain.detail(), heading.number(), heading.remarks(), plain.tally(),
                plain.cards());
    }

    private static String zoneHeading(GpuNode node) {
        var zone = node.info().facts().label(FleetGrouping.ZONE_LABEL);
        return zone.isEmpty() ? "" : zone.substring(zone.length() - 1);
    }

    private static CardGroup groupOf(String title, List<NodeCardState> cards, FleetQuery query, GpuFleet fleet) {
        var nodes = cards.stream().map(NodeCardState::node).toList();
        var visibility = fleet.snapshot().podVisibility();
        var tally = GpuFleet.tally(nodes, visibility);
        if (nodes.stream().allMatch(GpuNode::isUncounted)) {
            return new CardGroup(title, NumberText.withNoun(cards.size(), "node") + " · by claims", "", "", tally,
                    cards);
        }
        var detail = new StringBuilder(NumberText.withNoun(cards.size(), "node")).append(" · ")
                .append(NumberText.boundSign(fleet.totalBound(nodes)))
                .append(NumberText.withNoun(tally.total(), "GPU"));
        if (query.grouping() == FleetGrouping.MODEL) {
            var divisions = cards.stream().map(card -> card.node().divisionText()).distinct().toList();
            if (divisions.size() == 1 && !divisions.getFirst().equals("whole")) {
                detail.append(" · ").append(divisions.getFirst());
            }
            var vendor = cards.getFirst().node().vendor();
            if (!vendor.equals("NVIDIA") && !title.startsWith(vendor)) {
                detail.append(" · ").append(vendor);
            }
        }
        var out = tally.outOfService() > 0
                ? NumberText.bounded(tally.outOfService(), GpuFleet.outOfServiceBound(nodes, visibility)) + " out"
                : "";
        if (visibility == PodVisibility.NONE) {
            return new CardGroup(title, detail.toString(), "", out, tally, cards);
        }
        return new CardGroup(title, detail.toString(),
                NumberText.bounded(tally.free(), GpuFleet.freeBound(nodes, visibility)),
                out.isEmpty() ? "free" : "free · " + out, tally, cards);
    }

    /** Returns the namespaces that hold the most, each of which gets its own colour. */
    private static List<String> topOwners(GpuFleet fleet) {
        var units = new TreeMap<String, Long>();
        for (var node : fleet.nodes()) {
            node.holders().forEach(pod -> units.merge(pod.namespace(), FleetGrouping.heldCount(node, pod), Long::sum));
        }
        var mostFirst = Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());
        return units.entrySet().stream().sorted(mostFirst).limit(OWNERS).map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    private List<AttentionLine> attentionLines(GpuFleet fleet, FleetQuery query) {
        var lines = new ArrayList<AttentionLine>();
        for (var known : AttentionList.itemsOf(fleet, new WaitingReason(fleet, accelerators), judge)) {
            var entry = vigil.isStuck(known) ? known.asStuck() : known;
            var age = AgeText.ageOf(entry.since(), fleet.snapshot(), query.minute());
            lines.add(new AttentionLine(entry, attentionSign(entry.kind()),
                    age.isEmpty() ? vigil.ageText(entry, query.minute()) : age));
        }
        return lines;
    }

    private static StatusGlyph attentionSign(AttentionItem.AttentionKind kind) {
        return switch (kind) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_NOT_READY, NODE_FAULT, NOT_OFFERED, OVERCOMMITTED -> StatusGlyph.BROKEN;
            case NODE_UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case PODS_WAITING, CHANGING -> StatusGlyph.WAITING;
            case PODS_BROKEN, CHANGE_STUCK -> StatusGlyph.WARNING;
            case CORDONED -> StatusGlyph.CORDONED;
        };
    }
}

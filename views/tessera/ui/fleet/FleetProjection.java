package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.alerts.RuleJudge;
import tessera.insight.Accelerators;
import tessera.insight.Attention;
import tessera.insight.AttentionList;
import tessera.insight.DeviceJudge;
import tessera.insight.Fleet;
import tessera.insight.GpuNode;
import tessera.insight.WaitingReason;
import tessera.model.PodSight;
import tessera.model.Snapshot;
import tessera.ui.fleet.FleetState.Figure;
import tessera.ui.fleet.FleetState.Line;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;
import tessera.ui.mosaic.Cards;
import tessera.ui.mosaic.Lens;
import tessera.ui.mosaic.MosaicState;
import tessera.ui.mosaic.MosaicState.Card;
import tessera.ui.mosaic.MosaicState.Group;
import tessera.ui.mosaic.Scale;

/** Computes what the fleet screen shows. Remembers the cards of unchanged nodes; one thread at a time. */
public final class FleetProjection {

    private static final int OWNERS = 7;
    /** With more nodes than this, those of a zone stand together. */
    private static final int MANY = 600;

    private final Accelerators accelerators;
    private final Vigil vigil;
    private final FiguresPast past;
    private final DeviceJudge judge;
    private final Cards cards = new Cards(FleetProjection::zone);

    public FleetProjection(Accelerators accelerators, Vigil vigil) {
        this(accelerators, vigil, FiguresPast.none());
    }

    /** @param past of the figures */
    FleetProjection(Accelerators accelerators, Vigil vigil, FiguresPast past) {
        this.past = past;
        this.accelerators = accelerators;
        this.vigil = vigil;
        judge = new RuleJudge(vigil.rules());
    }

    public FleetState state(Fleet fleet, FleetQuery query) {
        var notice = Notice.of(fleet.snapshot()).map(why -> leading(why, fleet.snapshot()))
                .or(() -> withoutGpus(fleet));
        if (notice.isPresent()) {
            return new FleetState(notice, List.of(), MosaicState.empty(), List.of(), List.of());
        }
        var sight = fleet.snapshot().podSight();
        var owners = owners(fleet);
        var drawn = cards.of(fleet);
        var scale = Scale.of(query.lens(), query.lens() == Lens.POWER ? MeasuredHeading.watts(drawn) : 0);
        var mosaic = new MosaicState(query.lens(), groups(drawn, query, sight, scale), owners, query.namespace(),
                sight, scale);
        return new FleetState(Optional.empty(), figures(fleet, query), mosaic,
                attention(fleet, query), Legend.of(mosaic));
    }

    /** Here one comes first: who may see no nodes is told where something is to be seen. */
    private static Notice leading(Notice why, Snapshot snapshot) {
        return why.kind() != Notice.Kind.FORBIDDEN || snapshot.podSight() == PodSight.NONE ? why
                : why.adding("Pods, Quotas and Doctor show what is known without that.");
    }

    private List<Figure> figures(Fleet fleet, FleetQuery query) {
        var figures = new ArrayList<Figure>();
        Headlines.of(fleet, accelerators, query.minute())
                .forEach((quantity, figure) -> figures.add(figure.since(past, quantity)));
        return figures;
    }

    private static Optional<Notice> withoutGpus(Fleet fleet) {
        return fleet.nodes().isEmpty()
                ? Optional.of(Notice.withoutGpus(fleet.snapshot()))
                : Optional.empty();
    }

    private static List<Group> groups(List<Card> all, FleetQuery query, PodSight sight, Scale scale) {
        var groups = new TreeMap<String, List<Card>>(NaturalOrder.INSTANCE);
        for (var card : all) {
            groups.computeIfAbsent(query.grouping().of(card.node()), heading -> new ArrayList<>()).add(card);
        }
        var byName = Comparator.comparing((Card card) -> card.node().name(), NaturalOrder.INSTANCE);
        var order = all.size() > MANY ? Comparator.comparing(Card::zone).thenComparing(byName) : byName;
        var drawn = new ArrayList<Group>();
        groups.forEach((title, members) -> {
            members.sort(order);
            var plain = group(title, members, query, sight);
            drawn.add(query.lens().measured() ? measured(plain, scale) : plain);
        });
        if (query.grouping() == Grouping.MODEL) {
            drawn.sort(Comparator.comparingLong((Group group) -> group.tally().total()).reversed());
        }
        return drawn;
    }

    private static Group measured(Group plain, Scale scale) {
        var heading = MeasuredHeading.of(plain.cards(), scale);
        return new Group(plain.title(), plain.detail(), heading.number(), heading.remarks(), plain.tally(),
                plain.cards());
    }

    private static String zone(GpuNode node) {
        var zone = node.info().facts().label(Grouping.ZONE_LABEL);
        return zone.isEmpty() ? "" : zone.substring(zone.length() - 1);
    }

    private static Group group(String title, List<Card> cards, FleetQuery query, PodSight sight) {
        var nodes = cards.stream().map(Card::node).toList();
        var tally = Fleet.tally(nodes, sight);
        if (nodes.stream().allMatch(GpuNode::uncounted)) {
            return new Group(title, Numbers.of(cards.size(), "node") + " · by claims", "", "", tally, cards);
        }
        var detail = new StringBuilder(Numbers.of(cards.size(), "node")).append(" · ")
                .append(Numbers.of(tally.total(), "GPU"));
        if (query.grouping() == Grouping.MODEL) {
            var divisions = cards.stream().map(card -> card.node().division()).distinct().toList();
            if (divisions.size() == 1 && !divisions.getFirst().equals("whole")) {
                detail.append(" · ").append(divisions.getFirst());
            }
            var vendor = cards.getFirst().node().vendor();
            if (!vendor.equals("NVIDIA") && !title.startsWith(vendor)) {
                detail.append(" · ").append(vendor);
            }
        }
        var out = tally.outOfService() > 0
                ? Numbers.bounded(tally.outOfService(), Fleet.outOfServiceBound(nodes, sight)) + " out"
                : "";
        if (sight == PodSight.NONE) {
            return new Group(title, detail.toString(), "", out, tally, cards);
        }
        return new Group(title, detail.toString(),
                Numbers.bounded(tally.free(), Fleet.freeBound(nodes, sight)),
                out.isEmpty() ? "free" : "free · " + out, tally, cards);
    }

    /** The namespaces that hold the most, each of which gets a colour of its own. */
    private static List<String> owners(Fleet fleet) {
        var units = new TreeMap<String, Long>();
        for (var node : fleet.nodes()) {
            node.holders().forEach(pod -> units.merge(pod.namespace(), Grouping.held(node, pod), Long::sum));
        }
        var mostFirst = Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());
        return units.entrySet().stream().sorted(mostFirst).limit(OWNERS).map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    private List<Line> attention(Fleet fleet, FleetQuery query) {
        var lines = new ArrayList<Line>();
        for (var known : AttentionList.of(fleet, new WaitingReason(fleet, accelerators), judge)) {
            var entry = vigil.stuck(known) ? known.stuck() : known;
            var age = Ages.since(entry.since(), fleet.snapshot(), query.minute());
            lines.add(new Line(entry, sign(entry.kind()), age.isEmpty() ? vigil.age(entry, query.minute()) : age));
        }
        return lines;
    }

    private static Glyph sign(Attention.Kind kind) {
        return switch (kind) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_NOT_READY, NODE_FAULT, NOT_OFFERED, OVERCOMMITTED -> Glyph.BROKEN;
            case NODE_UNREACHABLE -> Glyph.UNREACHABLE;
            case PODS_WAITING, CHANGING -> Glyph.WAITING;
            case PODS_BROKEN, CHANGE_STUCK -> Glyph.WARNING;
            case CORDONED -> Glyph.CORDONED;
        };
    }
}

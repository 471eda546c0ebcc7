package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.AlertBasedDeviceHealthRules;
import tessera.diagnosis.FleetProblem;
import tessera.diagnosis.FleetProblemFinder;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.DeviceHealthRules;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.model.ClusterSnapshot;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.text.MessageCatalog;
import tessera.ui.fleet.FleetScreenState.AttentionItemState;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.heatmap.FleetHeatmapState;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardGroup;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.heatmap.HeatmapColorScale;
import tessera.ui.heatmap.NodeCardStateCache;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.StatusGlyph;

/** Computes the state of the fleet screen. Remembers the cards of unchanged nodes; one thread at a time. */
public final class FleetScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FleetScreenStateBuilder.class);
    private static final int OWNERS = 7;
    /** With more nodes than this, those of a zone stand together. */
    private static final int MANY = 600;

    private final AcceleratorCatalog accelerators;
    private final FleetAlertsAndRules vigil;
    private final HeadlineFigureHistory figureHistory;
    private final DeviceHealthRules judge;
    private final NodeCardStateCache cardCache = new NodeCardStateCache(FleetScreenStateBuilder::zoneHeading);

    public FleetScreenStateBuilder(AcceleratorCatalog accelerators, FleetAlertsAndRules vigil) {
        this(accelerators, vigil, HeadlineFigureHistory.none());
    }

    /** @param figureHistory of the figures */
    FleetScreenStateBuilder(AcceleratorCatalog accelerators, FleetAlertsAndRules vigil,
            HeadlineFigureHistory figureHistory) {
        this.figureHistory = figureHistory;
        this.accelerators = accelerators;
        this.vigil = vigil;
        judge = new AlertBasedDeviceHealthRules(vigil.rules());
    }

    public FleetScreenState project(GpuFleet fleet, FleetScreenInput query) {
        var notice = EmptyScreenNotice.forSnapshot(fleet.snapshot())
                .map(emptyNotice -> withOtherScreens(emptyNotice, fleet.snapshot())).or(() -> noGpusNotice(fleet));
        if (notice.isPresent()) {
            return new FleetScreenState(notice, List.of(), FleetHeatmapState.empty(), List.of(), List.of());
        }
        var visibility = fleet.snapshot().podVisibility();
        var owners = topOwners(fleet);
        var drawn = cardCache.cardsOf(fleet);
        var scale = HeatmapColorScale.of(query.colorMode(),
                query.colorMode() == HeatmapColorMode.POWER ? HeatmapGroupMeasurementText.highestPower(drawn) : 0);
        var heatmap = new FleetHeatmapState(query.colorMode(), cardGroups(drawn, query, fleet, scale), owners,
                query.namespace(), visibility, scale);
        return new FleetScreenState(Optional.empty(), figures(fleet, query), heatmap, attentionLines(fleet, query),
                HeatmapLegendBuilder.keysOf(heatmap));
    }

    /** Adds to a notice about forbidden nodes the screens that still show something. */
    private static EmptyScreenNotice withOtherScreens(EmptyScreenNotice emptyNotice, ClusterSnapshot clusterSnapshot) {
        if (emptyNotice.kind() != EmptyScreenNotice.NoDataReason.FORBIDDEN
                || clusterSnapshot.podVisibility() == PodListCompleteness.NONE) {
            return emptyNotice;
        }
        return emptyNotice.withSentence(MESSAGES.text("empty.elsewhere"));
    }

    private List<FleetHeadlineFigure> figures(GpuFleet fleet, FleetScreenInput query) {
        var figures = new ArrayList<FleetHeadlineFigure>();
        FleetHeadlineFigureCalculator.figuresOf(fleet, accelerators, query.minute())
                .forEach((figureKind, figure) -> figures.add(figure.withTrend(figureHistory, figureKind)));
        return figures;
    }

    private static Optional<EmptyScreenNotice> noGpusNotice(GpuFleet fleet) {
        if (fleet.nodes().isEmpty()) {
            return Optional.of(EmptyScreenNotice.withoutGpus(fleet.snapshot()));
        }
        return Optional.empty();
    }

    private static List<NodeCardGroup> cardGroups(List<NodeCardState> all, FleetScreenInput query, GpuFleet fleet,
            HeatmapColorScale scale) {
        var groups = new TreeMap<String, List<NodeCardState>>(NaturalNameComparator.INSTANCE);
        for (var card : all) {
            groups.computeIfAbsent(query.grouping().headingOf(card.node()), heading -> new ArrayList<>()).add(card);
        }
        var byName = Comparator.comparing((NodeCardState card) -> card.node().name(), NaturalNameComparator.INSTANCE);
        var order = all.size() > MANY ? Comparator.comparing(NodeCardState::zone).thenComparing(byName) : byName;
        var drawn = new ArrayList<NodeCardGroup>();
        groups.forEach((title, members) -> {
            members.sort(order);
            var plain = groupOf(title, members, query, fleet);
            drawn.add(query.colorMode().isMeasured() ? withMeasures(plain, scale) : plain);
        });
        if (query.grouping() == HeatmapNodeGrouping.MODEL) {
            drawn.sort(Comparator.comparingLong((NodeCardGroup group) -> group.counts().total()).reversed());
        }
        return drawn;
    }

    private static NodeCardGroup withMeasures(NodeCardGroup plain, HeatmapColorScale scale) {
        var heading = HeatmapGroupMeasurementText.of(plain.cards(), scale);
        return new NodeCardGroup(plain.title(), plain.detail(), heading.number(), heading.notes(), plain.counts(),
                plain.cards());
    }

    private static String zoneHeading(GpuNode node) {
        var zone = node.info().nodeSummary().label(HeatmapNodeGrouping.ZONE_LABEL);
        return zone.isEmpty() ? "" : zone.substring(zone.length() - 1);
    }

    private static NodeCardGroup groupOf(String title, List<NodeCardState> cards, FleetScreenInput query,
            GpuFleet fleet) {
        var nodes = cards.stream().map(NodeCardState::node).toList();
        var visibility = fleet.snapshot().podVisibility();
        var counts = GpuFleet.tally(nodes, visibility);
        if (nodes.stream().allMatch(GpuNode::isUncounted)) {
            return new NodeCardGroup(title, MESSAGES.text("group.uncounted", CountedNoun.NODE.countText(cards.size())),
                    "", "", counts, cards);
        }
        var detail = new StringBuilder(CountedNoun.NODE.countText(cards.size())).append(" · ")
                .append(GroupedNumberFormatter.boundSign(fleet.totalBound(nodes)))
                .append(CountedNoun.GPU.countText(counts.total()));
        if (query.grouping() == HeatmapNodeGrouping.MODEL) {
            var divisions = cards.stream().map(card -> card.node().divisionText()).distinct().toList();
            if (divisions.size() == 1 && !cards.getFirst().node().isWhole()) {
                detail.append(" · ").append(divisions.getFirst());
            }
            var vendor = cards.getFirst().node().vendor();
            if (!vendor.equals("NVIDIA") && !title.startsWith(vendor)) {
                detail.append(" · ").append(vendor);
            }
        }
        var out = counts.outOfService() > 0 ? MESSAGES.text("group.out",
                GroupedNumberFormatter.bounded(counts.outOfService(), GpuFleet.outOfServiceBound(nodes, visibility)))
                : "";
        if (visibility == PodListCompleteness.NONE) {
            return new NodeCardGroup(title, detail.toString(), "", out, counts, cards);
        }
        return new NodeCardGroup(title, detail.toString(),
                GroupedNumberFormatter.bounded(counts.free(), GpuFleet.freeBound(nodes, visibility)),
                out.isEmpty() ? MESSAGES.text("group.free") : MESSAGES.text("group.freeAndOut", out), counts, cards);
    }

    /** Returns the namespaces that hold the most, each of which gets its own colour. */
    private static List<String> topOwners(GpuFleet fleet) {
        var units = new TreeMap<String, Long>();
        for (var node : fleet.nodes()) {
            node.holders()
                    .forEach(pod -> units.merge(pod.namespace(), HeatmapNodeGrouping.heldCount(node, pod), Long::sum));
        }
        var mostFirst = Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());
        return units.entrySet().stream().sorted(mostFirst).limit(OWNERS).map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    private List<AttentionItemState> attentionLines(GpuFleet fleet, FleetScreenInput query) {
        var lines = new ArrayList<AttentionItemState>();
        for (var fleetProblem : FleetProblemFinder.itemsOf(fleet, new PendingDiagnosisFinder(fleet, accelerators),
                judge)) {
            var entry = vigil.withAlerts(fleetProblem);
            lines.add(new AttentionItemState(entry, attentionSign(entry.kind()),
                    vigil.ageText(entry, fleet.snapshot(), query.minute())));
        }
        return lines;
    }

    private static StatusGlyph attentionSign(FleetProblem.FleetProblemKind kind) {
        return switch (kind) {
            case UNHEALTHY_GPU, TOO_HOT, NODE_NOT_READY, NODE_FAULT, NOT_OFFERED, OVERCOMMITTED -> StatusGlyph.BROKEN;
            case NODE_UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case PODS_WAITING, CHANGING -> StatusGlyph.WAITING;
            case PODS_BROKEN, CHANGE_STUCK -> StatusGlyph.WARNING;
            case CORDONED -> StatusGlyph.CORDONED;
        };
    }

    /**
     * Text of a group heading about its GPUs under a measured lens. Each board counts once, only if it was read of late.
     *
     * @param number  e.g. {@code 67 %}; empty when nothing is measured
     * @param notes what the number is, and what it lacks
     */
    private record HeatmapGroupMeasurementText(String number, String notes) {

        static HeatmapGroupMeasurementText of(List<NodeCardState> cards, HeatmapColorScale scale) {
            var measured = new ArrayList<DeviceMetricValues>();
            boardReadings(cards).map(DeviceReadings::values).filter(values -> !Double.isNaN(scale.lensValue(values)))
                    .forEach(measured::add);
            long boards = cards.stream().mapToLong(card -> card.tiles().size()).sum();
            if (measured.isEmpty()) {
                return new HeatmapGroupMeasurementText("", MESSAGES.text("group.unmeasured"));
            }
            long lacking = Math.max(0, boards - measured.size());
            return new HeatmapGroupMeasurementText(averageText(measured, scale, lacking == 0), lacking == 0
                    ? remarkText(scale)
                    : MESSAGES.text("group.unmeasuredCount", remarkText(scale), GroupedNumberFormatter.count(lacking)));
        }

        /** Returns the power of the board that draws the most, in W. */
        static double highestPower(List<NodeCardState> cards) {
            return boardReadings(cards).map(DeviceReadings::values)
                    .filter(values -> values.hasValue(DeviceMetric.POWER))
                    .mapToDouble(values -> values.get(DeviceMetric.POWER)).max().orElse(0);
        }

        private static Stream<DeviceReadings> boardReadings(List<NodeCardState> cards) {
            return cards.stream().flatMap(card -> card.tiles().stream()).map(GpuHeatmapTile::device)
                    .filter(Objects::nonNull);
        }

        private static String averageText(List<DeviceMetricValues> measured, HeatmapColorScale scale,
                boolean complete) {
            var numbers = measured.stream().mapToDouble(scale::lensValue);
            return switch (scale.colorMode()) {
                case TEMPERATURE -> Math.round(numbers.max().orElse(Double.NaN)) + " °C";
                case POWER -> MeasuredNumberFormatter.power(numbers.sum(), complete);
                case MEMORY -> MeasuredNumberFormatter
                        .percent(measured.stream().mapToDouble(values -> values.get(DeviceMetric.MEMORY_USED)).sum()
                                / measured.stream().mapToDouble(DeviceMetricValues::usableMemory).sum())
                        + " %";
                default -> Math.round(numbers.average().orElse(Double.NaN)) + " %";
            };
        }

        private static String remarkText(HeatmapColorScale scale) {
            return switch (scale.colorMode()) {
                case TEMPERATURE -> MESSAGES.text("group.hottest");
                case POWER -> MESSAGES.text("group.power");
                case MEMORY -> MESSAGES.text("group.memory");
                default -> MESSAGES.text("group.busy");
            };
        }
    }
}

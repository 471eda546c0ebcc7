package tessera.ui.sharing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.sharing.NodeGpuSharingComparison;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.GpuSharingStrategy;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.NodeCardStateCache;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.sharing.GpuSharingScreenState.NamedSharingConfig;
import tessera.ui.sharing.GpuSharingScreenState.PluginConfigurationsState;

/** Computes the state of the sharing screen. Remembers the cards of unchanged nodes; one thread at a time. */
final class GpuSharingScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingScreenStateBuilder.class);
    private static final List<DataTableColumn<NodeGpuSharingRow>> COLUMNS = NodeGpuSharingRow.columns();
    private static final TableFilterParser<NodeGpuSharingRow> FILTER = new TableFilterParser<>(conditionFields(),
            conditionFlags());
    private static final String VENDOR = "NVIDIA";
    /** So many nodes are named. */
    private static final int FEW = 3;

    private final NodeCardStateCache cardCache = new NodeCardStateCache(node -> "");

    GpuSharingScreenState project(GpuFleet fleet, GpuSharingScreenInput query) {
        var notice = EmptyScreenNotice.forSnapshot(fleet.snapshot());
        if (notice.isPresent()) {
            return withNotice(notice.get());
        }
        var setup = query.sources() instanceof GpuSharingConfigReadState.SharingKnown(var sharingConfiguration)
                ? Optional.of(sharingConfiguration)
                : Optional.<DevicePluginSharingConfiguration>empty();
        var all = sharingRows(fleet, setup);
        if (all.isEmpty()) {
            return withNotice(emptyNotice(fleet));
        }
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = CountedNoun.NODE.filteredText(rows.size(), all.size());
        int mark = all.stream().map(
                row -> row.node().info().nodeSummary().label(DevicePluginConfigChoice.LABEL) + row.advertisedText())
                .toList().hashCode();
        return new GpuSharingScreenState(Optional.empty(), rows, count, filter.problem(),
                sumsText(rows) + otherNodesText(fleet), setupState(query.sources(), all), mark);
    }

    private static EmptyScreenNotice emptyNotice(GpuFleet fleet) {
        boolean claimed = fleet.nodes().stream().anyMatch(node -> node.vendor().equals(VENDOR));
        return new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                claimed ? MESSAGES.text("notice.noGpus") : MESSAGES.text("notice.noNvidia"),
                claimed ? MESSAGES.text("notice.noGpusDetail") : MESSAGES.text("notice.noNvidiaDetail"), "");
    }

    private static GpuSharingScreenState withNotice(EmptyScreenNotice notice) {
        return new GpuSharingScreenState(Optional.of(notice), List.of(), "", "", "",
                new PluginConfigurationsState(List.of(), List.of(), Optional.empty(), false), 0);
    }

    private List<NodeGpuSharingRow> sharingRows(GpuFleet fleet, Optional<DevicePluginSharingConfiguration> setup) {
        var rows = new ArrayList<NodeGpuSharingRow>();
        for (var card : cardCache.cardsOf(fleet)) {
            if (usesDevicePlugin(card.node())) {
                // Where another plugin offers the GPUs, configurations of NVIDIA's say nothing of them.
                rows.add(new NodeGpuSharingRow(card, fleet.snapshot().podVisibility(),
                        setup.filter(known -> known.owner().kind() != DevicePluginOwner.DevicePluginOwnerKind.NONE
                                && card.node().cardSharer().isEmpty())
                                .map(sharingConfiguration -> NodeGpuSharingComparison.of(card.node().info(),
                                        sharingConfiguration))));
            }
        }
        rows.sort((left, right) -> NaturalNameComparator.INSTANCE.compare(left.name(), right.name()));
        return rows;
    }

    /** Returns whether NVIDIA's device plugin advertises the node's GPUs. */
    private static boolean usesDevicePlugin(GpuNode node) {
        return node.vendor().equals(VENDOR) && !node.isClaimsOnly();
    }

    private static String otherMeansText(GpuNode node) {
        return node.vendor().equals(VENDOR) ? MESSAGES.text("nodes.byClaims") : node.vendor();
    }

    /** Returns the nodes whose GPUs are shared by other means. */
    private static String otherNodesText(GpuFleet fleet) {
        var others = fleet.nodes().stream().filter(node -> !usesDevicePlugin(node)).toList();
        if (others.isEmpty()) {
            return "";
        }
        var names = others.size() > FEW
                ? others.stream()
                        .collect(Collectors.groupingBy(GpuSharingScreenStateBuilder::otherMeansText, TreeMap::new,
                                Collectors.counting()))
                        .entrySet().stream()
                        .map(reason -> GroupedNumberFormatter.count(reason.getValue()) + " " + reason.getKey())
                : others.stream().map(node -> "%s (%s)".formatted(node.name(), otherMeansText(node)));
        return MESSAGES.text("nodes.notListed", names.collect(Collectors.joining(", ")));
    }

    private static String sumsText(List<NodeGpuSharingRow> rows) {
        var parts = new ArrayList<String>();
        parts.add(CountedNoun.NODE.countText(rows.size()));
        var usual = Stream.of("MIG", GpuSharingStrategy.TIME_SLICING.displayName(),
                GpuSharingStrategy.MPS.displayName());
        for (var kind : Stream.concat(usual, rows.stream().map(NodeGpuSharingRow::strategyKey).sorted()).distinct()
                .toList()) {
            long number = rows.stream().filter(row -> row.strategyKey().equals(kind)).count();
            if (number > 0) {
                parts.add(GroupedNumberFormatter.count(number) + " " + kind);
            }
        }
        long wrong = rows.stream().filter(row -> !row.problemText().isEmpty()).count();
        if (wrong > 0) {
            parts.add(MESSAGES.text("nodes.wrong", wrong));
        }
        return String.join("   ·   ", parts);
    }

    private static PluginConfigurationsState setupState(GpuSharingConfigReadState readState,
            List<NodeGpuSharingRow> rows) {
        return switch (readState) {
            case GpuSharingConfigReadState.SharingUnread _ ->
                new PluginConfigurationsState(List.of(), List.of(), Optional.empty(), true);
            case GpuSharingConfigReadState.SharingUnreadable(var problem) ->
                new PluginConfigurationsState(List.of(), List.of(), Optional.of(problem), false);
            case GpuSharingConfigReadState.SharingKnown(var setup) ->
                new PluginConfigurationsState(setupTexts(setup), namedConfigs(setup, rows), readProblem(setup), false);
        };
    }

    private static List<String> setupTexts(DevicePluginSharingConfiguration setup) {
        var keeper = switch (setup.owner().kind()) {
            case OPERATOR -> MESSAGES.text("setup.operator", setup.owner().policy());
            case STANDALONE -> MESSAGES.text("setup.standalone", setup.namespace());
            case NONE -> MESSAGES.text("setup.none");
        };
        if (setup.owner().kind() == DevicePluginOwner.DevicePluginOwnerKind.NONE) {
            return List.of(keeper);
        }
        return List.of(keeper,
                setup.location().configMap().isEmpty() ? MESSAGES.text("setup.noConfigs")
                        : "ConfigMap %s/%s".formatted(setup.namespace(), setup.location().configMap()),
                MESSAGES.text("setup.default", setup.location().defaultConfig()));
    }

    private static Optional<Problem> readProblem(DevicePluginSharingConfiguration setup) {
        if (setup.problem().isEmpty() && setup.configs().isEmpty() && !setup.location().configMap().isEmpty()) {
            return Optional.of(Problem
                    .of(Problem.OperationProblemKind.NOT_FOUND,
                            MESSAGES.reason("setup.noConfigMap", setup.location().configMap()))
                    .withDetail(MESSAGES.text("setup.noConfigMapDetail"))
                    .withRemedy(MESSAGES.text("setup.noConfigMapRemedy")));
        }
        return setup.problem();
    }

    private static List<NamedSharingConfig> namedConfigs(DevicePluginSharingConfiguration setup,
            List<NodeGpuSharingRow> rows) {
        var labelled = new HashMap<String, List<String>>();
        var others = new HashMap<String, Integer>();
        for (var row : rows) {
            var choice = row.sharingComparison().map(NodeGpuSharingComparison::choice).orElse(null);
            if (choice != null) {
                if (row.hasConfigLabel()) {
                    labelled.computeIfAbsent(choice.configName(), _ -> new ArrayList<>()).add(row.name());
                } else {
                    others.merge(choice.configName(), 1, Integer::sum);
                }
            }
        }
        var documents = setup.documents();
        var names = new TreeSet<>(documents.keySet());
        names.addAll(labelled.keySet());
        if (!setup.location().defaultConfig().isEmpty() && !setup.location().configMap().isEmpty()) {
            names.add(setup.location().defaultConfig());
        }
        boolean known = setup.problem().isEmpty();
        return names.stream().filter(name -> known || labelled.containsKey(name))
                .map(name -> new NamedSharingConfig(name,
                        Optional.ofNullable(documents.get(name))
                                .orElseGet(() -> DevicePluginConfigDocument.parse("version: v1")),
                        labelled.getOrDefault(name, List.of()), others.getOrDefault(name, 0),
                        name.equals(setup.location().defaultConfig()), known && !documents.containsKey(name)))
                .collect(Collectors.toList());
    }

    private static Map<String, FilterableRowProperty<NodeGpuSharingRow>> conditionFields() {
        return Map.ofEntries(Map.entry("name", FilterableRowProperty.text(NodeGpuSharingRow::name)),
                Map.entry("model",
                        FilterableRowProperty.text(row -> row.node().product().title() + " " + row.node().label())),
                Map.entry("strategy", FilterableRowProperty.text(row -> row.sharingStrategy().label())),
                Map.entry("config", FilterableRowProperty.text(NodeGpuSharingRow::configName)),
                Map.entry("gpus", FilterableRowProperty.count(NodeGpuSharingRow::gpuCount)),
                Map.entry("offered", FilterableRowProperty.count(NodeGpuSharingRow::offeredCount)),
                Map.entry("held", FilterableRowProperty.count(NodeGpuSharingRow::heldCount)));
    }

    private static Map<String, Predicate<NodeGpuSharingRow>> conditionFlags() {
        return Map.of("shared", row -> row.sharingStrategy() != GpuSharingStrategy.NONE, "mig",
                NodeGpuSharingRow::isDivided, "labelled", NodeGpuSharingRow::hasConfigLabel, "differs",
                row -> !row.problemText().isEmpty());
    }
}

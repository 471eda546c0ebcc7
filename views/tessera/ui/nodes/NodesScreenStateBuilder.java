package tessera.ui.nodes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import tessera.alerts.AlertRules;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNodeState;
import tessera.model.PodListCompleteness;
import tessera.ui.heatmap.NodeCardStateCache;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.nodes.NodesScreenState.NodeSums;

/** Computes the state of the nodes screen. Remembers the cards of unchanged nodes; one thread at a time. */
final class NodesScreenStateBuilder {

    private static final List<DataTableColumn<NodeRow>> COLUMNS = NodeRow.columns();
    private static final TableFilterParser<NodeRow> FILTER = new TableFilterParser<>(conditionFields(),
            conditionFlags());

    private final NodeCardStateCache cardCache = new NodeCardStateCache(node -> "");
    private final Supplier<AlertRules> rules;

    /** @param rules by which devices are judged too hot, as they are */
    NodesScreenStateBuilder(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    NodesScreenState project(GpuFleet fleet, NodesScreenInput query) {
        var notice = EmptyScreenNotice.forSnapshot(fleet.snapshot());
        if (notice.isPresent()) {
            return new NodesScreenState(notice, List.of(), "", "", computeSums(List.of(), PodListCompleteness.NONE));
        }
        if (fleet.nodes().isEmpty()) {
            return new NodesScreenState(Optional.of(EmptyScreenNotice.withoutGpus(fleet.snapshot())), List.of(), "", "",
                    computeSums(List.of(), PodListCompleteness.NONE));
        }
        var all = nodeRows(fleet, query);
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        return new NodesScreenState(notice, rows, CountedNoun.NODE.filteredText(rows.size(), all.size()),
                filter.problem(), computeSums(rows, fleet.snapshot().podVisibility()));
    }

    private List<NodeRow> nodeRows(GpuFleet fleet, NodesScreenInput query) {
        var visibility = fleet.snapshot().podVisibility();
        var judged = rules.get();
        var rows = new ArrayList<NodeRow>();
        for (var card : cardCache.cardsOf(fleet)) {
            var created = card.node().info().nodeSummary().created();
            var age = created == null ? Duration.ofSeconds(-1) : fleet.snapshot().ageOf(created, query.now());
            rows.add(
                    new NodeRow(card, visibility, roundAge(age), NodeGpuAggregateReading.thermalLimitOf(card, judged)));
        }
        rows.sort((left, right) -> NaturalNameComparator.INSTANCE.compare(left.name(), right.name()));
        return rows;
    }

    /** Rounds ages to steps, so that rows of old nodes stay equal from one moment to the next. */
    private static Duration roundAge(Duration age) {
        if (age.toHours() >= 48) {
            return Duration.ofDays(age.toDays());
        }
        return age.toMinutes() >= 90 ? Duration.ofMinutes(age.toMinutes()) : age;
    }

    private static NodeSums computeSums(List<NodeRow> rows, PodListCompleteness visibility) {
        boolean usesKnown = rows.stream().allMatch(NodeRow::hasKnownUse);
        var nodes = rows.stream().map(NodeRow::node).toList();
        return new NodeSums(rows.size(), sumOf(rows, NodeRow::total), sumOf(rows, NodeRow::usable),
                usesKnown ? sumOf(rows, NodeRow::allocated) : -1, usesKnown ? sumOf(rows, NodeRow::free) : -1,
                GpuFleet.allocatedBound(nodes, visibility), GpuFleet.freeBound(nodes, visibility));
    }

    private static long sumOf(List<NodeRow> rows, ToLongFunction<NodeRow> number) {
        return rows.stream().mapToLong(number).filter(each -> each >= 0).sum();
    }

    private static Map<String, FilterableRowProperty<NodeRow>> conditionFields() {
        return Map.ofEntries(Map.entry("name", FilterableRowProperty.text(NodeRow::name)),
                Map.entry("model",
                        FilterableRowProperty.text(row -> row.node().product().title() + " " + row.node().label())),
                Map.entry("vendor", FilterableRowProperty.text(row -> row.node().vendor())),
                Map.entry("sharing",
                        FilterableRowProperty
                                .texts(row -> List.of(row.node().divisionText(), row.node().isWhole() ? "whole" : ""))),
                Map.entry("state", FilterableRowProperty.text(row -> row.node().state().name().replace("_", ""))),
                Map.entry("zone", FilterableRowProperty.text(row -> row.labelValue("topology.kubernetes.io/zone"))),
                Map.entry("driver", FilterableRowProperty.text(row -> row.node().driver())),
                Map.entry("taint", FilterableRowProperty.text(NodeRow::taintsText)),
                Map.entry("resource", FilterableRowProperty.texts(NodesScreenStateBuilder::resourceNames)),
                Map.entry("ns", FilterableRowProperty.texts(NodesScreenStateBuilder::namespacesOf)),
                Map.entry("label", FilterableRowProperty.texts(NodesScreenStateBuilder::labelTexts)),
                Map.entry("util", measureField(row -> NodeGpuAggregateReading.utilizationOf(row.card()), 100)),
                Map.entry("memory", measureField(row -> NodeGpuAggregateReading.memoryUseOf(row.card()), 100)),
                Map.entry("temp", measureField(row -> NodeGpuAggregateReading.hottestOf(row.card()), 1)),
                Map.entry("power", measureField(row -> NodeGpuAggregateReading.powerOf(row.card()), 0.001)),
                Map.entry("gpus", FilterableRowProperty.count(NodeRow::total)),
                Map.entry("free", FilterableRowProperty.count(NodeRow::free)),
                Map.entry("allocated", FilterableRowProperty.count(NodeRow::allocated)));
    }

    private static List<String> resourceNames(NodeRow row) {
        return row.node().uses().stream().map(use -> use.resource()).toList();
    }

    private static List<String> labelTexts(NodeRow row) {
        return row.node().info().nodeSummary().labels().entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue()).toList();
    }

    private static FilterableRowProperty<NodeRow> measureField(Function<NodeRow, NodeGpuAggregateReading> measured,
            double factor) {
        return FilterableRowProperty.number(row -> scaledNumber(row, measured, factor));
    }

    private static OptionalDouble scaledNumber(NodeRow row, Function<NodeRow, NodeGpuAggregateReading> measured,
            double factor) {
        return measured.apply(row).number().stream().map(value -> factor * value).findFirst();
    }

    private static List<String> namespacesOf(NodeRow row) {
        return row.node().holders().stream().map(pod -> pod.namespace()).distinct().toList();
    }

    private static Map<String, Predicate<NodeRow>> conditionFlags() {
        return Map.of("cordoned", row -> row.node().isClosed(), "ready",
                row -> row.node().state() == GpuNodeState.READY, "unhealthy",
                row -> row.node().state() == GpuNodeState.UNHEALTHY, "lost",
                row -> row.node().state() == GpuNodeState.UNREACHABLE, "tainted",
                row -> !row.node().info().nodeSummary().taints().isEmpty(), "overcommitted",
                NodesScreenStateBuilder::isOvercommitted);
    }

    private static boolean isOvercommitted(NodeRow row) {
        return row.node().uses().stream().anyMatch(use -> use.overcommitted() > 0);
    }
}

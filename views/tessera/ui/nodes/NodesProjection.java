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
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.PodVisibility;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;
import tessera.ui.mosaic.NodeCards;
import tessera.ui.nodes.NodesState.NodeSums;

/** Computes what the nodes screen shows. Remembers the cards of unchanged nodes; one thread at a time. */
final class NodesProjection {

    private static final List<DataColumn<NodeRow>> COLUMNS = NodeRow.columns();
    private static final TableFilter<NodeRow> FILTER = new TableFilter<>(fields(), flags());

    private final NodeCards cards = new NodeCards(node -> "");
    private final Supplier<AlertRules> rules;

    /** @param rules by which devices are judged too hot, as they are */
    NodesProjection(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    NodesState state(GpuFleet fleet, NodesQuery query) {
        var notice = ScreenNotice.of(fleet.snapshot());
        if (notice.isPresent()) {
            return new NodesState(notice, List.of(), "", "", sums(List.of(), PodVisibility.NONE));
        }
        if (fleet.nodes().isEmpty()) {
            return new NodesState(Optional.of(ScreenNotice.withoutGpus(fleet.snapshot())), List.of(), "", "",
                    sums(List.of(), PodVisibility.NONE));
        }
        var all = rows(fleet, query);
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        return new NodesState(notice, rows, NumberText.passing(rows.size(), all.size(), "node"), filter.problem(),
                sums(rows, fleet.snapshot().podSight()));
    }

    private List<NodeRow> rows(GpuFleet fleet, NodesQuery query) {
        var sight = fleet.snapshot().podSight();
        var judged = rules.get();
        var rows = new ArrayList<NodeRow>();
        for (var card : cards.of(fleet)) {
            var created = card.node().info().facts().created();
            var age = created == null ? Duration.ofSeconds(-1) : fleet.snapshot().age(created, query.now());
            rows.add(new NodeRow(card, sight, steps(age), NodeMeasure.heat(card, judged)));
        }
        rows.sort((left, right) -> NaturalOrder.INSTANCE.compare(left.name(), right.name()));
        return rows;
    }

    /** Ages move in steps, so that rows of old nodes stay equal from one moment to the next. */
    private static Duration steps(Duration age) {
        if (age.toHours() >= 48) {
            return Duration.ofDays(age.toDays());
        }
        return age.toMinutes() >= 90 ? Duration.ofMinutes(age.toMinutes()) : age;
    }

    private static NodeSums sums(List<NodeRow> rows, PodVisibility sight) {
        boolean usesKnown = rows.stream().allMatch(NodeRow::usesKnown);
        var nodes = rows.stream().map(NodeRow::node).toList();
        return new NodeSums(rows.size(), sum(rows, NodeRow::total), sum(rows, NodeRow::usable),
                usesKnown ? sum(rows, NodeRow::allocated) : -1, usesKnown ? sum(rows, NodeRow::free) : -1,
                GpuFleet.allocatedBound(nodes, sight), GpuFleet.freeBound(nodes, sight));
    }

    private static long sum(List<NodeRow> rows, ToLongFunction<NodeRow> number) {
        return rows.stream().mapToLong(number).filter(each -> each >= 0).sum();
    }

    private static Map<String, ConditionField<NodeRow>> fields() {
        return Map.ofEntries(Map.entry("name", ConditionField.text(NodeRow::name)),
                Map.entry("model", ConditionField.text(row -> row.node().product().title() + " " + row.node().label())),
                Map.entry("vendor", ConditionField.text(row -> row.node().vendor())),
                Map.entry("sharing", ConditionField.text(row -> row.node().division())),
                Map.entry("state", ConditionField.text(row -> row.node().state().name().replace("_", ""))),
                Map.entry("zone", ConditionField.text(row -> row.label("topology.kubernetes.io/zone"))),
                Map.entry("driver", ConditionField.text(row -> row.node().driver())),
                Map.entry("taint", ConditionField.text(NodeRow::taints)),
                Map.entry("resource",
                        ConditionField.texts(row -> row.node().uses().stream().map(use -> use.resource()).toList())),
                Map.entry("ns", ConditionField.texts(NodesProjection::namespaces)),
                Map.entry("label", ConditionField.texts(row -> row.node().info().facts().labels().entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue()).toList())),
                Map.entry("util", measure(row -> NodeMeasure.busy(row.card()), 100)),
                Map.entry("memory", measure(row -> NodeMeasure.memory(row.card()), 100)),
                Map.entry("temp", measure(row -> NodeMeasure.hottest(row.card()), 1)),
                Map.entry("power", measure(row -> NodeMeasure.power(row.card()), 0.001)),
                Map.entry("gpus", number(NodeRow::total)), Map.entry("free", number(NodeRow::free)),
                Map.entry("allocated", number(NodeRow::allocated)));
    }

    private static ConditionField<NodeRow> number(ToLongFunction<NodeRow> number) {
        return ConditionField.number(row -> number.applyAsLong(row) < 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) number.applyAsLong(row)));
    }

    private static ConditionField<NodeRow> measure(Function<NodeRow, NodeMeasure> measured, double factor) {
        return ConditionField
                .number(row -> measured.apply(row).number().stream().map(value -> factor * value).findFirst());
    }

    private static List<String> namespaces(NodeRow row) {
        return row.node().holders().stream().map(pod -> pod.namespace()).distinct().toList();
    }

    private static Map<String, Predicate<NodeRow>> flags() {
        return Map.of("cordoned", row -> row.node().closed(), "ready",
                row -> row.node().state() == GpuNode.State.READY, "unhealthy",
                row -> row.node().state() == GpuNode.State.UNHEALTHY, "lost",
                row -> row.node().state() == GpuNode.State.UNREACHABLE, "tainted",
                row -> !row.node().info().facts().taints().isEmpty(), "overcommitted",
                row -> row.node().uses().stream().anyMatch(use -> use.overcommitted() > 0));
    }
}

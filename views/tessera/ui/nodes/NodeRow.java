package tessera.ui.nodes;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import tessera.alerts.ThermalLimit;
import tessera.insight.GpuNode;
import tessera.insight.GpuTally;
import tessera.insight.node.NodeFault;
import tessera.model.PodVisibility;
import tessera.model.ResourceAmounts;
import tessera.model.Taint;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.mosaic.MosaicState.NodeCardState;

/**
 * One node in the table. GPUs are physical ones, each counted once.
 *
 * @param sight     what of the pods is seen
 * @param age       since the node was made; negative when that is not known
 * @param heat      how its hottest board is judged; empty where none is too hot
 */
record NodeRow(NodeCardState card, PodVisibility sight, Duration age, Optional<ThermalLimit> heat) {

    boolean usesKnown() {
        return sight != PodVisibility.NONE;
    }

    boolean complete() {
        return sight == PodVisibility.ALL;
    }

    private static final String OWN_TAINTS = "node.kubernetes.io/";
    private static final String ZONE = "topology.kubernetes.io/zone";

    GpuNode node() {
        return card.node();
    }

    String name() {
        return node().name();
    }

    /** As far as pods are seen. */
    GpuTally tally() {
        return node().tally(sight);
    }

    /** Whether anybody counts its GPUs: where claims alone hand them out, nobody does. */
    private boolean counted() {
        return !node().uncounted();
    }

    /** Why there is a dash where a number of its GPUs should be; empty where there is none. */
    String gap() {
        if (!counted()) {
            return "Its GPUs are handed out by claims, and ResourceSlices may not be read";
        }
        return node().lost() ? "Not known while the node does not report. Last told: " + lastTold()
                : usesKnown() ? "" : "Pods are not seen";
    }

    private String lastTold() {
        return node().uses().isEmpty() ? "no GPUs offered"
                : node().uses().stream()
                        .map(use -> NumberText.count(use.allocatable()) + " " + use.resource()
                                + (usesKnown() ? ", of which pods bound to it hold " + atLeast(use.allocated()) : ""))
                        .collect(Collectors.joining("; "));
    }

    /** Whether what its pods hold and what is left is known now. */
    private boolean usesTold() {
        return usesKnown() && counted() && !node().lost();
    }

    /** Negative where it is not known, as are the numbers below. */
    long total() {
        return counted() ? tally().total() : -1;
    }

    long usable() {
        var tally = tally();
        return counted() && !node().lost() ? tally.total() - tally.unhealthy() - tally.notOffered() - tally.closed()
                : -1;
    }

    long allocated() {
        return usesTold() ? tally().allocated() : -1;
    }

    long free() {
        return usesTold() ? tally().free() : -1;
    }

    long pods() {
        return usesKnown() ? node().holders().size() : -1;
    }

    private String atLeast(long number) {
        return number < 0 ? "–" : NumberText.atLeast(number, complete());
    }

    String freeWords() {
        return free() < 0 ? "–" : NumberText.bounded(free(), node().freeBound(sight));
    }

    String allocatedWords() {
        return allocated() < 0 ? "–" : NumberText.bounded(allocated(), node().allocatedBound(sight));
    }

    /** Whether what labels tell of its driver is renewed: nobody looks at one that does not report or offers no GPU. */
    boolean driverSeen() {
        return node().state().compareTo(GpuNode.State.NOT_OFFERED) > 0;
    }

    String condition() {
        return switch (node().state()) {
            case UNREACHABLE -> "Not reachable";
            case NOT_READY -> "Not ready";
            case CHANGING -> "Changing";
            case NOT_OFFERED -> "GPUs not offered";
            case UNHEALTHY -> node().withheld() + " unhealthy";
            case FAULTY -> node().faults().stream().map(NodeFault::sign).findFirst().orElse("Faulty");
            case CORDONED -> node().cordoned() ? "Cordoned" : "Closed";
            case MAINTENANCE -> "Maintenance";
            case READY -> "Ready";
        };
    }

    StatusGlyph sign() {
        return switch (node().state()) {
            case UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case CHANGING -> StatusGlyph.WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> StatusGlyph.BROKEN;
            case CORDONED, MAINTENANCE -> StatusGlyph.CORDONED;
            case READY -> StatusGlyph.READY;
        };
    }

    String label(String key) {
        return node().info().facts().label(key);
    }

    String taints() {
        return String.join(", ", node().info().facts().taints().stream().map(Taint::toString).toList());
    }

    /** What keeps pods away, without the values, which say nothing that the keys do not. */
    String briefTaints() {
        return String.join(", ", node().info().facts().taints().stream()
                .map(taint -> taint.key().replace(OWN_TAINTS, "") + ":" + taint.effect()).toList());
    }

    private String kubelet() {
        return node().info().facts().system().kubelet();
    }

    private String used(String resource, LongFunction<String> words) {
        var use = node().info().use(resource);
        return usesKnown()
                ? (complete() ? "" : "≥ ") + words.apply(use.allocated()) + " / " + words.apply(use.allocatable())
                : "–";
    }

    private Optional<Comparable<?>> share(String resource) {
        var use = node().info().use(resource);
        return use.allocatable() == 0 || !usesKnown() ? Optional.empty()
                : Optional.of((double) use.allocated() / use.allocatable());
    }

    private static String kilowatts(double watts) {
        return watts < 100 ? String.format(Locale.ROOT, "%.2f", Math.floor(watts / 10) / 100)
                : String.format(Locale.ROOT, "%.1f", Math.floor(watts / 100) / 10);
    }

    private static DataColumn<NodeRow> measure(String id, String title, double width,
            Function<NodeRow, NodeMeasure> measured, Function<NodeMeasure, String> words) {
        return new DataColumn<NodeRow>(id, title, true, width, true, 0, row -> words.apply(measured.apply(row)),
                row -> measured.apply(row).order(), Optional.empty())
                .drawn(row -> NodeCells.measured(measured.apply(row), words));
    }

    static List<DataColumn<NodeRow>> columns() {
        return List.of(DataColumn.<NodeRow>text("name", "Node", 116, NodeRow::name).drawn(NodeCells::name),
                DataColumn.<NodeRow>text("model", "Model", 132, row -> row.node().product().title()).spared(1),
                DataColumn.<NodeRow>number("capacity", "Cap", 48, NodeRow::total)
                        .drawn(NodeCells.count(NodeRow::total)).spared(6),
                DataColumn.<NodeRow>number("usable", "Alloc’ble", 72, NodeRow::usable)
                        .drawn(NodeCells.count(NodeRow::usable)).spared(4),
                DataColumn.<NodeRow>number("allocated", "Allocated", 124, NodeRow::allocated)
                        .written(NodeRow::allocatedWords).drawn(NodeCells::allocation),
                DataColumn.<NodeRow>number("free", "Free", 52, NodeRow::free).written(NodeRow::freeWords)
                        .drawn(NodeCells::free),
                DataColumn.<NodeRow>text("sharing", "Sharing", 100, row -> row.node().division()).spared(7),
                DataColumn.<NodeRow>text("layout", "Layout", 132, row -> row.node().division())
                        .drawn(NodeCells::layout).spared(3),
                measure("busy", "Busy %", 64, row -> NodeMeasure.busy(row.card()),
                        busy -> busy.words(MeasureText::percent)).spared(2),
                measure("memory-used", "Mem %", 62, row -> NodeMeasure.memory(row.card()),
                        memory -> memory.words(MeasureText::percent)).spared(8),
                measure("hottest", "Max °C", 66, row -> NodeMeasure.hottest(row.card()),
                        hottest -> hottest.words(MeasureText::whole)).drawn(NodeCells::hottest).spared(5),
                measure("power", "kW", 56, row -> NodeMeasure.power(row.card()),
                        power -> power.sum(NodeRow::kilowatts)).spared(9),
                DataColumn.<NodeRow>text("driver", "Driver", 92, row -> row.node().driver())
                        .drawn(NodeCells::driver).spared(10),
                DataColumn.<NodeRow>text("condition", "Condition", 138, NodeRow::condition).drawn(NodeCells::condition),
                DataColumn.<NodeRow>number("age", "Age", 60, row -> row.age().toSeconds())
                        .written(row -> row.age().isNegative() ? "" : AgeText.brief(row.age())).spared(11),
                DataColumn.<NodeRow>number("pods", "GPU pods", 74, NodeRow::pods)
                        .written(row -> row.atLeast(row.pods())).hidden(),
                DataColumn.<NodeRow>text("taints", "Taints", 210, NodeRow::taints).drawn(NodeCells::taints).hidden(),
                DataColumn.<NodeRow>text("cuda", "CUDA", 60, row -> row.node().cuda()).hidden(),
                DataColumn.<NodeRow>text("zone", "Zone", 110, row -> row.label(ZONE)).hidden(), DataColumn
                        .<NodeRow>text("cpu", "CPU cores", 110, row -> row.used(ResourceAmounts.CPU, NumberText::cores))
                        .orderedBy(row -> row.share(ResourceAmounts.CPU)).hidden(),
                DataColumn.<NodeRow>text("memory", "Memory", 150,
                        row -> row.used(ResourceAmounts.MEMORY, NumberText::bytes))
                        .orderedBy(row -> row.share(ResourceAmounts.MEMORY)).hidden(),
                DataColumn.<NodeRow>text("kubelet", "Kubelet", 90, NodeRow::kubelet).hidden(),
                DataColumn.<NodeRow>text("vendor", "Vendor", 90, row -> row.node().vendor()).hidden());
    }
}

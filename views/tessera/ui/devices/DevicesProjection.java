package tessera.ui.devices;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.alerts.ThermalLimit;
import tessera.insight.GpuDevice;
import tessera.insight.GpuFleet;
import tessera.insight.GpuTiles;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;
import tessera.ui.kit.TrendSource;
import tessera.ui.mosaic.MosaicState.NodeCardState;
import tessera.ui.mosaic.NodeCards;

/** Computes the state of the GPUs screen. Remembers the devices of unchanged nodes; one thread at a time. */
final class DevicesProjection {

    private static final List<DataColumn<DeviceRow>> COLUMNS = DeviceRow.columns(TrendSource.none());
    private static final TableFilter<DeviceRow> FILTER = new TableFilter<>(fields(), flags());
    private static final double IDLE = 0.05;

    private final NodeCards cards = new NodeCards(node -> "");
    private final Supplier<AlertRules> rules;
    private IdentityHashMap<NodeCardState, List<GpuDevice>> known = new IdentityHashMap<>();

    /** @param rules by which devices are judged too hot, as they are */
    DevicesProjection(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    DevicesState project(GpuFleet fleet, DevicesQuery query) {
        var notice = ScreenNotice.forSnapshot(fleet.snapshot()).or(() -> fleet.nodes().isEmpty()
                ? Optional.of(ScreenNotice.withoutGpus(fleet.snapshot()))
                : Optional.empty());
        if (notice.isPresent()) {
            return new DevicesState(notice, List.of(), "", "", "");
        }
        var all = createRows(fleet, query);
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        boolean cut = all.stream().anyMatch(row -> row.device().isInstance());
        var count = NumberText.filteredCount(rows.size(), all.size(), "GPU") + (cut ? " and instances" : "");
        return new DevicesState(notice, rows, count, filter.problem(), sumsText(rows, fleet));
    }

    private List<DeviceRow> createRows(GpuFleet fleet, DevicesQuery query) {
        var visibility = fleet.snapshot().podVisibility();
        var computed = new IdentityHashMap<NodeCardState, List<GpuDevice>>(fleet.nodes().size() * 2);
        var rows = new ArrayList<DeviceRow>();
        var judged = rules.get();
        cards.cardsOf(fleet).stream()
                .sorted((left, right) -> NaturalOrder.INSTANCE.compare(left.node().name(), right.node().name()))
                .forEach(card -> {
                    var before = known.get(card);
                    var devices = before != null ? before
                            : GpuDevice.devicesOf(card.node(), card.readings(),
                                    card.fresh() ? card.tiles() : GpuTiles.tilesOf(card.node(), card.readings()),
                                    fleet.readings().at());
                    computed.put(card, devices);
                    for (int position = 0; position < devices.size(); position++) {
                        if (isInNamespace(devices.get(position), query.namespace())) {
                            rows.add(createRow(devices.get(position), position, visibility, query.now(), judged));
                        }
                    }
                });
        known = computed;
        return rows;
    }

    private static boolean isInNamespace(GpuDevice device, String namespace) {
        return namespace.isEmpty() || device.holders().stream().anyMatch(pod -> pod.namespace().equals(namespace));
    }

    private DeviceRow createRow(GpuDevice device, int position, PodVisibility visibility, Instant now,
            AlertRules judged) {
        var at = device.age().at();
        var aged = at == null || device.age().fresh() ? "" : AgeText.brief(Duration.between(at, now));
        var measured = device.isInstance() || !aged.isEmpty() ? null : device.readings();
        return new DeviceRow(device, device.node().sight(visibility), aged, position,
                measured == null ? Optional.empty() : ThermalLimit.of(measured.values(), judged));
    }

    /** Returns the sums over boards; their instances are parts of them. */
    private static String sumsText(List<DeviceRow> rows, GpuFleet fleet) {
        var problem = fleet.readings().problem();
        if (problem != null) {
            return problem.problemText();
        }
        var boards = rows.stream().filter(row -> !row.device().isInstance()).toList();
        var fresh = boards.stream().filter(row -> row.device().age().fresh()).toList();
        var words = new StringBuilder(NumberText.withNoun(boards.size(), "GPU"));
        long claimed = boards.stream().filter(row -> row.device().node().isClaimsOnly()).count();
        if (claimed > 0) {
            words.append(", ").append(NumberText.count(claimed)).append(" by claims");
        }
        int told = (int) fresh.stream().filter(row -> row.device().readings() != null).count();
        var busy = valuesOf(fresh, Metric.UTILISATION);
        if (busy.length > 0) {
            words.append("   ·   ").append(MeasureText.percent(Arrays.stream(busy).average().orElseThrow()))
                    .append(" % mean busy").append(coverageText(busy.length, told));
        }
        var power = valuesOf(fresh, Metric.POWER);
        if (power.length > 0) {
            words.append("   ·   ").append(MeasureText.power(Arrays.stream(power).sum(), power.length == boards.size()))
                    .append(coverageText(power.length, told));
        }
        int silent = boards.size() - told;
        return silent == 0 ? words.toString()
                : words.append("   ·   ").append(NumberText.count(silent)).append(" not measured now").toString();
    }

    private static double[] valuesOf(List<DeviceRow> boards, Metric metric) {
        return boards.stream().map(row -> row.valueOf(metric)).flatMapToDouble(OptionalDouble::stream).toArray();
    }

    /** Returns of how many GPUs a number is, where it is not of all that are read. */
    private static String coverageText(int of, int all) {
        return of == all ? "" : " (%d of %d GPUs)".formatted(of, all);
    }

    private static Map<String, ConditionField<DeviceRow>> fields() {
        return Map.ofEntries(Map.entry("node", ConditionField.text(row -> row.device().node().name())),
                Map.entry("model", ConditionField.text(row -> row.model() + " " + row.device().node().label())),
                Map.entry("vendor", ConditionField.text(row -> row.device().node().vendor())),
                Map.entry("profile", ConditionField.text(row -> row.device().profile())),
                Map.entry("pod", ConditionField.texts(row -> holderNames(row, PodFacts::name))),
                Map.entry("ns", ConditionField.texts(row -> holderNames(row, PodFacts::namespace))),
                Map.entry("uuid", ConditionField.text(DeviceRow::uuid)),
                Map.entry("state", ConditionField.text(DeviceRow::stateText)),
                Map.entry("gpu", ConditionField.number(row -> row.device().index() < 0 ? OptionalDouble.empty()
                        : OptionalDouble.of(row.device().index()))),
                Map.entry("util", percentField(row -> row.device().reading(Metric.UTILISATION))),
                Map.entry("memory", percentField(row -> row.device().memoryShare())),
                Map.entry("temp", ConditionField.number(row -> row.valueOf(Metric.TEMPERATURE))),
                Map.entry("power", ConditionField.number(row -> row.valueOf(Metric.POWER))),
                Map.entry("xid", ConditionField.number(row -> row.valueOf(Metric.XID))));
    }

    private static List<String> holderNames(DeviceRow row, Function<PodFacts, String> word) {
        return row.device().holders().stream().map(word).toList();
    }

    private static ConditionField<DeviceRow> percentField(Function<DeviceRow, MetricReading> ratio) {
        return ConditionField
                .number(row -> DeviceRow.valueOf(ratio.apply(row)).stream().map(value -> 100 * value).findFirst());
    }

    /** Returns whether a pod could get the device; one that is busy without a known holder is not free. */
    private static boolean isFree(DeviceRow row) {
        return !row.isHeld() && row.sight() == PodVisibility.ALL && !row.isUnusable() && !row.device().node().isClosed()
                && row.valueOf(Metric.UTILISATION).stream().noneMatch(value -> value >= IDLE);
    }

    private static Map<String, Predicate<DeviceRow>> flags() {
        return Map.of("allocated", DeviceRow::isHeld, "free", DevicesProjection::isFree, "idle",
                row -> row.valueOf(Metric.UTILISATION).stream().anyMatch(value -> value < IDLE), "mig",
                row -> row.device().isInstance(), "stale", row -> !row.ageText().isEmpty(), "unhealthy",
                DeviceRow::isUnusable, "silent",
                row -> Stream.of(row.device().age()).anyMatch(age -> age.at() == null));
    }
}

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

/** Computes what the GPUs screen shows. Remembers the devices of unchanged nodes; one thread at a time. */
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

    DevicesState state(GpuFleet fleet, DevicesQuery query) {
        var notice = ScreenNotice.of(fleet.snapshot()).or(() -> fleet.nodes().isEmpty()
                ? Optional.of(ScreenNotice.withoutGpus(fleet.snapshot()))
                : Optional.empty());
        if (notice.isPresent()) {
            return new DevicesState(notice, List.of(), "", "", "");
        }
        var all = rows(fleet, query);
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        boolean cut = all.stream().anyMatch(row -> row.device().isInstance());
        var count = NumberText.passing(rows.size(), all.size(), "GPU") + (cut ? " and instances" : "");
        return new DevicesState(notice, rows, count, filter.problem(), sums(rows, fleet));
    }

    private List<DeviceRow> rows(GpuFleet fleet, DevicesQuery query) {
        var sight = fleet.snapshot().podSight();
        var computed = new IdentityHashMap<NodeCardState, List<GpuDevice>>(fleet.nodes().size() * 2);
        var rows = new ArrayList<DeviceRow>();
        var judged = rules.get();
        cards.of(fleet).stream()
                .sorted((left, right) -> NaturalOrder.INSTANCE.compare(left.node().name(), right.node().name()))
                .forEach(card -> {
                    var before = known.get(card);
                    var devices = before != null ? before
                            : GpuDevice.of(card.node(), card.readings(),
                                    card.fresh() ? card.tiles() : GpuTiles.of(card.node(), card.readings()),
                                    fleet.readings().at());
                    computed.put(card, devices);
                    for (int place = 0; place < devices.size(); place++) {
                        if (wanted(devices.get(place), query.namespace())) {
                            rows.add(row(devices.get(place), place, sight, query.now(), judged));
                        }
                    }
                });
        known = computed;
        return rows;
    }

    private static boolean wanted(GpuDevice device, String namespace) {
        return namespace.isEmpty() || device.holders().stream().anyMatch(pod -> pod.namespace().equals(namespace));
    }

    private DeviceRow row(GpuDevice device, int place, PodVisibility sight, Instant now,
            AlertRules judged) {
        var at = device.age().at();
        var aged = at == null || device.age().fresh() ? "" : AgeText.brief(Duration.between(at, now));
        var measured = device.isInstance() || !aged.isEmpty() ? null : device.measured();
        return new DeviceRow(device, device.node().sight(sight), aged, place,
                measured == null ? Optional.empty() : ThermalLimit.of(measured.values(), judged));
    }

    /** Only boards are added up: their instances are parts of them. */
    private static String sums(List<DeviceRow> rows, GpuFleet fleet) {
        var trouble = fleet.readings().trouble();
        if (trouble != null) {
            return trouble.sentence();
        }
        var boards = rows.stream().filter(row -> !row.device().isInstance()).toList();
        var fresh = boards.stream().filter(row -> row.device().age().fresh()).toList();
        var words = new StringBuilder(NumberText.of(boards.size(), "GPU"));
        long claimed = boards.stream().filter(row -> row.device().node().byClaims()).count();
        if (claimed > 0) {
            words.append(", ").append(NumberText.count(claimed)).append(" by claims");
        }
        int told = (int) fresh.stream().filter(row -> row.device().measured() != null).count();
        var busy = numbers(fresh, Metric.UTILISATION);
        if (busy.length > 0) {
            words.append("   ·   ").append(MeasureText.percent(Arrays.stream(busy).average().orElseThrow()))
                    .append(" % mean busy").append(part(busy.length, told));
        }
        var power = numbers(fresh, Metric.POWER);
        if (power.length > 0) {
            words.append("   ·   ").append(MeasureText.power(Arrays.stream(power).sum(), power.length == boards.size()))
                    .append(part(power.length, told));
        }
        int silent = boards.size() - told;
        return silent == 0 ? words.toString()
                : words.append("   ·   ").append(NumberText.count(silent)).append(" not measured now").toString();
    }

    private static double[] numbers(List<DeviceRow> boards, Metric metric) {
        return boards.stream().map(row -> row.number(metric)).flatMapToDouble(OptionalDouble::stream).toArray();
    }

    /** Of how many GPUs a number is, where it is not of all that are read. */
    private static String part(int of, int all) {
        return of == all ? "" : " (%d of %d GPUs)".formatted(of, all);
    }

    private static Map<String, ConditionField<DeviceRow>> fields() {
        return Map.ofEntries(Map.entry("node", ConditionField.text(row -> row.device().node().name())),
                Map.entry("model", ConditionField.text(row -> row.model() + " " + row.device().node().label())),
                Map.entry("vendor", ConditionField.text(row -> row.device().node().vendor())),
                Map.entry("profile", ConditionField.text(row -> row.device().profile())),
                Map.entry("pod", ConditionField.texts(row -> each(row, PodFacts::name))),
                Map.entry("ns", ConditionField.texts(row -> each(row, PodFacts::namespace))),
                Map.entry("uuid", ConditionField.text(DeviceRow::uuid)),
                Map.entry("state", ConditionField.text(DeviceRow::state)),
                Map.entry("gpu", ConditionField.number(row -> row.device().index() < 0 ? OptionalDouble.empty()
                        : OptionalDouble.of(row.device().index()))),
                Map.entry("util", percent(row -> row.device().reading(Metric.UTILISATION))),
                Map.entry("memory", percent(row -> row.device().memoryShare())),
                Map.entry("temp", ConditionField.number(row -> row.number(Metric.TEMPERATURE))),
                Map.entry("power", ConditionField.number(row -> row.number(Metric.POWER))),
                Map.entry("xid", ConditionField.number(row -> row.number(Metric.XID))));
    }

    private static List<String> each(DeviceRow row, Function<PodFacts, String> word) {
        return row.device().holders().stream().map(word).toList();
    }

    private static ConditionField<DeviceRow> percent(Function<DeviceRow, MetricReading> ratio) {
        return ConditionField
                .number(row -> DeviceRow.number(ratio.apply(row)).stream().map(value -> 100 * value).findFirst());
    }

    /** What a pod could be given: whose holder nobody names is not free while it is at work. */
    private static boolean free(DeviceRow row) {
        return !row.held() && row.sight() == PodVisibility.ALL && !row.wanting() && !row.device().node().closed()
                && row.number(Metric.UTILISATION).stream().noneMatch(value -> value >= IDLE);
    }

    private static Map<String, Predicate<DeviceRow>> flags() {
        return Map.of("allocated", DeviceRow::held, "free", DevicesProjection::free, "idle",
                row -> row.number(Metric.UTILISATION).stream().anyMatch(value -> value < IDLE), "mig",
                row -> row.device().isInstance(), "stale", row -> !row.aged().isEmpty(), "unhealthy",
                DeviceRow::wanting, "silent",
                row -> Stream.of(row.device().age()).anyMatch(age -> age.at() == null));
    }
}

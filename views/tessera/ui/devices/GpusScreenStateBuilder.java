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
import tessera.alerts.TemperatureLimitViolation;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.NodeGpuTileFactory;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.NodeCardStateCache;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.kit.TableScreenState;

/** Computes the state of the GPUs screen. Remembers the devices of unchanged nodes; one thread at a time. */
final class GpusScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpusScreenStateBuilder.class);
    private static final List<DataTableColumn<GpuTableRow>> COLUMNS = GpuTableRow.columns(DeviceTrendSource.none());
    private static final TableFilterParser<GpuTableRow> FILTER = new TableFilterParser<>(fields(), flags());
    private static final double IDLE = 0.05;

    private final NodeCardStateCache cardCache = new NodeCardStateCache(node -> "");
    private final Supplier<AlertRules> rules;
    private IdentityHashMap<NodeCardState, List<GpuDevice>> devicesByCard = new IdentityHashMap<>();

    /** @param rules by which devices are judged too hot, as they are */
    GpusScreenStateBuilder(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    TableScreenState<GpuTableRow> project(GpuFleet fleet, GpusScreenInput query) {
        var notice = EmptyScreenNotice.forFleet(fleet);
        if (notice.isPresent()) {
            return TableScreenState.withoutData(notice.get());
        }
        var all = createRows(fleet, query);
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        boolean cut = all.stream().anyMatch(row -> row.device().isInstance());
        var count = CountedNoun.GPU.filteredText(rows.size(), all.size())
                + (cut ? MESSAGES.text("count.instances") : "");
        return new TableScreenState<>(notice, rows, count, filter.problem(), sumsText(rows, fleet));
    }

    private List<GpuTableRow> createRows(GpuFleet fleet, GpusScreenInput query) {
        var visibility = fleet.snapshot().podVisibility();
        var computed = new IdentityHashMap<NodeCardState, List<GpuDevice>>(fleet.nodes().size() * 2);
        var rows = new ArrayList<GpuTableRow>();
        var judged = rules.get();
        cardCache.cardsOf(fleet).stream().sorted(
                (left, right) -> NaturalNameComparator.INSTANCE.compare(left.node().name(), right.node().name()))
                .forEach(card -> {
                    var before = devicesByCard.get(card);
                    List<GpuDevice> devices;
                    if (before != null) {
                        devices = before;
                    } else {
                        devices = GpuDevice.devicesOf(card.node(), card.readings(),
                                card.recent() ? card.tiles() : NodeGpuTileFactory.tilesOf(card.node(), card.readings()),
                                fleet.readings().at());
                    }
                    computed.put(card, devices);
                    for (int position = 0; position < devices.size(); position++) {
                        if (isInNamespace(devices.get(position), query.namespace())) {
                            rows.add(createRow(devices.get(position), position, visibility, query.now(), judged));
                        }
                    }
                });
        devicesByCard = computed;
        return rows;
    }

    private static boolean isInNamespace(GpuDevice device, String namespace) {
        return namespace.isEmpty() || device.holders().stream().anyMatch(pod -> pod.namespace().equals(namespace));
    }

    private GpuTableRow createRow(GpuDevice device, int position, PodListCompleteness visibility, Instant now,
            AlertRules judged) {
        var at = device.age().at();
        var aged = at == null || device.age().recent() ? "" : AgeFormatter.brief(Duration.between(at, now));
        var deviceReadings = device.isInstance() || !aged.isEmpty() ? null : device.readings();
        return new GpuTableRow(device, device.node().sight(visibility), aged, position,
                Optional.ofNullable(deviceReadings)
                        .flatMap(readings -> TemperatureLimitViolation.of(readings.values(), judged)));
    }

    /** Returns the sums over boards; their instances are parts of them. */
    private static String sumsText(List<GpuTableRow> rows, GpuFleet fleet) {
        var problem = fleet.readings().problem();
        if (problem != null) {
            return problem.problemText();
        }
        var boards = rows.stream().filter(row -> !row.device().isInstance()).toList();
        var fresh = boards.stream().filter(row -> row.device().age().recent()).toList();
        var words = new StringBuilder(CountedNoun.GPU.countText(boards.size()));
        long claimed = boards.stream().filter(row -> row.device().node().isClaimsOnly()).count();
        if (claimed > 0) {
            words.append(", ").append(GroupedNumberFormatter.count(claimed)).append(MESSAGES.text("totals.byClaims"));
        }
        int told = (int) fresh.stream().filter(row -> row.device().readings() != null).count();
        var busy = valuesOf(fresh, DeviceMetric.UTILISATION);
        if (busy.length > 0) {
            words.append("   ·   ").append(MeasuredNumberFormatter.percent(Arrays.stream(busy).average().orElseThrow()))
                    .append(MESSAGES.text("totals.busy")).append(coverageText(busy.length, told));
        }
        var power = valuesOf(fresh, DeviceMetric.POWER);
        if (power.length > 0) {
            words.append("   ·   ")
                    .append(MeasuredNumberFormatter.power(Arrays.stream(power).sum(), power.length == boards.size()))
                    .append(coverageText(power.length, told));
        }
        int silent = boards.size() - told;
        if (silent == 0) {
            return words.toString();
        }
        return words.append("   ·   ").append(GroupedNumberFormatter.count(silent))
                .append(MESSAGES.text("totals.unmeasured")).toString();
    }

    private static double[] valuesOf(List<GpuTableRow> boards, DeviceMetric deviceMetric) {
        return boards.stream().map(row -> row.valueOf(deviceMetric)).flatMapToDouble(OptionalDouble::stream).toArray();
    }

    /** Returns of how many GPUs a number is, where it is not of all that are read. */
    private static String coverageText(int of, int all) {
        return of == all ? "" : MESSAGES.text("totals.coverage", of, all);
    }

    private static Map<String, FilterableRowProperty<GpuTableRow>> fields() {
        return Map.ofEntries(Map.entry("node", FilterableRowProperty.text(row -> row.device().node().name())),
                Map.entry("model", FilterableRowProperty.text(row -> row.model() + " " + row.device().node().label())),
                Map.entry("vendor", FilterableRowProperty.text(row -> row.device().node().vendor())),
                Map.entry("profile", FilterableRowProperty.text(row -> row.device().profile())),
                Map.entry("pod", FilterableRowProperty.texts(row -> holderNames(row, PodSummary::name))),
                Map.entry("ns", FilterableRowProperty.texts(row -> holderNames(row, PodSummary::namespace))),
                Map.entry("uuid", FilterableRowProperty.text(GpuTableRow::uuid)),
                Map.entry("state", FilterableRowProperty.texts(GpuTableRow::stateWords)),
                Map.entry("gpu", FilterableRowProperty.count(row -> row.device().index())),
                Map.entry("util", percentField(row -> row.device().reading(DeviceMetric.UTILISATION))),
                Map.entry("memory", percentField(row -> row.device().memoryShare())),
                Map.entry("temp", FilterableRowProperty.number(row -> row.valueOf(DeviceMetric.TEMPERATURE))),
                Map.entry("power", FilterableRowProperty.number(row -> row.valueOf(DeviceMetric.POWER))),
                Map.entry("xid", FilterableRowProperty.number(row -> row.valueOf(DeviceMetric.XID))));
    }

    private static List<String> holderNames(GpuTableRow row, Function<PodSummary, String> word) {
        return row.device().holders().stream().map(word).toList();
    }

    private static FilterableRowProperty<GpuTableRow> percentField(Function<GpuTableRow, MetricReading> ratio) {
        return FilterableRowProperty.number(row -> percentOf(row, ratio));
    }

    private static OptionalDouble percentOf(GpuTableRow row, Function<GpuTableRow, MetricReading> ratio) {
        return GpuTableRow.valueOf(ratio.apply(row)).stream().map(value -> 100 * value).findFirst();
    }

    /** Returns whether a pod could get the device; one that is busy without a known holder is not free. */
    private static boolean isFree(GpuTableRow row) {
        return !row.isHeld() && row.sight() == PodListCompleteness.ALL && !row.isUnusable()
                && !row.device().node().isClosed()
                && row.valueOf(DeviceMetric.UTILISATION).stream().noneMatch(value -> value >= IDLE);
    }

    private static Map<String, Predicate<GpuTableRow>> flags() {
        return Map.of("allocated", GpuTableRow::isHeld, "free", GpusScreenStateBuilder::isFree, "idle",
                GpusScreenStateBuilder::isIdle, "mig", row -> row.device().isInstance(), "stale",
                row -> !row.ageText().isEmpty(), "unhealthy", GpuTableRow::isUnusable, "silent",
                GpusScreenStateBuilder::hasNoAge);
    }

    private static boolean isIdle(GpuTableRow row) {
        return row.valueOf(DeviceMetric.UTILISATION).stream().anyMatch(value -> value < IDLE);
    }

    private static boolean hasNoAge(GpuTableRow row) {
        return Stream.of(row.device().age()).anyMatch(age -> age.at() == null);
    }
}

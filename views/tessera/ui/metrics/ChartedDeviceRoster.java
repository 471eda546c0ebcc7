package tessera.ui.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuDevice;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.MeasuredNumberFormatter;

/** The charted devices of some nodes with their names and colours. One thread, once. */
final class ChartedDeviceRoster {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChartedDeviceRoster.class);

    /** Exporters are read at least so often, where the node does not tell. */
    static final Duration USUAL = Duration.ofSeconds(30);

    private static final int INKS = 8;

    private final ChartedDevices chartedDevices;
    private final List<RosterDevice> devices;

    /** A device of a node, present or from the history only. */
    record RosterDevice(DeviceSeriesKey key, @Nullable GpuDevice device) {}

    /** @param past devices of which anything is remembered */
    ChartedDeviceRoster(List<ChartedDeviceRoster.ChartedNodeDevices> nodes, Set<DeviceSeriesKey> past,
            ChartedDevices chartedDevices) {
        this.chartedDevices = chartedDevices;
        devices = nodes.stream().flatMap(of -> devicesOf(of, past).stream())
                .filter(device -> chartedDevices.includes(device.key())).toList();
    }

    /** Returns the present devices in order, then those that are gone. */
    List<RosterDevice> devices() {
        return devices;
    }

    private static List<RosterDevice> devicesOf(ChartedDeviceRoster.ChartedNodeDevices of, Set<DeviceSeriesKey> past) {
        var keys = new ArrayList<RosterDevice>();
        var seen = new HashSet<DeviceSeriesKey>();
        for (var device : of.devices()) {
            var deviceReadings = device.readings();
            var instance = device.instance();
            if (deviceReadings != null && (instance != null || !device.isInstance())) {
                var board = DeviceSeriesKey.of(of.node(), deviceReadings);
                var key = instance == null ? board : board.ofInstance(instance.id());
                if (seen.add(key)) {
                    keys.add(new RosterDevice(key, device));
                }
            }
        }
        past.stream().filter(key -> key.node().equals(of.node()) && !seen.contains(key))
                .sorted(Comparator.comparing(DeviceSeriesKey::device).thenComparingInt(DeviceSeriesKey::instance))
                .forEach(key -> keys.add(new RosterDevice(key, null)));
        return keys;
    }

    /** Returns the lines of some devices, each with its colour. */
    List<MetricChartLine> linesOf(List<RosterDevice> some) {
        boolean several = chartedDevices.nodeNames().size() > 1;
        var group = colorGrouping(some);
        var inks = new HashMap<Object, Integer>();
        var lines = new ArrayList<MetricChartLine>();
        for (var device : some) {
            int ink = inks.computeIfAbsent(group.apply(device.key()), _ -> inks.size() % INKS);
            var name = nameOf(device);
            var title = several ? MESSAGES.text("device.gpuOf", name, device.key().node()) : "GPU " + name;
            lines.add(new MetricChartLine(device.key(), name, title, ink, factsOf(device.device())));
        }
        return lines;
    }

    /** Returns what shares a colour: a node of several, else a selected device, or each line of a single one. */
    private Function<DeviceSeriesKey, Object> colorGrouping(List<RosterDevice> some) {
        Function<DeviceSeriesKey, Object> group = chartedDevices.nodes().size() > 1 ? DeviceSeriesKey::node
                : this::chartedKey;
        boolean one = some.stream().map(RosterDevice::key).map(group).distinct().limit(2).count() == 1;
        return one && chartedDevices.nodes().isEmpty() ? key -> key : group;
    }

    /** Returns the name, for example {@code 3}, or {@code 3·1} for an instance; of a device that is gone, the end of its UUID. */
    String nameOf(RosterDevice one) {
        var index = devices.stream()
                .filter(each -> each.key().ofInstance(DeviceSeriesKey.WHOLE)
                        .equals(one.key().ofInstance(DeviceSeriesKey.WHOLE)))
                .map(RosterDevice::device).filter(device -> device != null && device.index() >= 0)
                .map(device -> Integer.toString(device.index())).findFirst();
        var uuid = one.key().device();
        var board = index.orElseGet(() -> "…" + uuid.substring(Math.max(0, uuid.length() - 4)));
        return one.key().instance() == DeviceSeriesKey.WHOLE ? board : board + "·" + one.key().instance();
    }

    private DeviceSeriesKey chartedKey(DeviceSeriesKey key) {
        return chartedDevices.devices().contains(key) ? key : key.ofInstance(DeviceSeriesKey.WHOLE);
    }

    private static List<MetricChartLine.ChartedDeviceFact> factsOf(@Nullable GpuDevice device) {
        if (device == null) {
            return List
                    .of(new MetricChartLine.ChartedDeviceFact(MESSAGES.text("fact.state"), MESSAGES.text("fact.gone")));
        }
        var facts = new ArrayList<MetricChartLine.ChartedDeviceFact>();
        if (device.isInstance()) {
            facts.add(new MetricChartLine.ChartedDeviceFact(MESSAGES.text("fact.profile"), device.profile()));
        }
        var holder = "fact.usedBy";
        var holders = device.holders();
        if (!device.possibleHolders().isEmpty()) {
            holder = "fact.perhapsUsedBy";
            holders = device.possibleHolders();
        }
        facts.add(new MetricChartLine.ChartedDeviceFact(MESSAGES.text(holder),
                OptionalText.orElse(holders.stream().map(PodSummary::name).collect(Collectors.joining(", ")),
                        MeasuredNumberFormatter.MISSING)));
        if (!device.age().recent()) {
            facts.add(new MetricChartLine.ChartedDeviceFact(MESSAGES.text("fact.now"), MESSAGES.text("fact.stale")));
            return facts;
        }
        var values = device.values();
        if (values.hasValue(DeviceMetric.SM_CLOCK)) {
            facts.add(new MetricChartLine.ChartedDeviceFact(MESSAGES.text("fact.clock"),
                    MESSAGES.text("fact.clockValue", MeasuredNumberFormatter.whole(values.get(DeviceMetric.SM_CLOCK)),
                            values.hasValue(DeviceMetric.MAX_SM_CLOCK)
                                    ? MeasuredNumberFormatter.whole(values.get(DeviceMetric.MAX_SM_CLOCK))
                                    : "")));
        }
        if (values.hasValue(DeviceMetric.XID)) {
            facts.add(new MetricChartLine.ChartedDeviceFact(MESSAGES.text("fact.xid"),
                    MeasuredNumberFormatter.code(values.get(DeviceMetric.XID))));
        }
        return facts;
    }

    /**
     * A node with the devices to chart.
     *
     * @param node     whose devices
     * @param readings the newest of them; null where there are none
     */
    record ChartedNodeDevices(String node, List<GpuDevice> devices, @Nullable NodeReadings readings) {

        Duration scrapeInterval() {
            return readings == null ? USUAL : readings.interval();
        }
    }
}

package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuDevice;
import tessera.metrics.history.DeviceKey;
import tessera.model.PodFacts;
import tessera.model.reading.Metric;
import tessera.ui.kit.MeasureText;

/** The charted devices of some nodes with their names and colours. One thread, once. */
final class ChartRoster {

    private static final int INKS = 8;

    private final ChartedDevices wanted;
    private final List<RosterDevice> known;

    /** A device of a node, present or from the history only. */
    record RosterDevice(DeviceKey key, @Nullable GpuDevice device) {}

    /** @param past devices of which anything is remembered */
    ChartRoster(List<ChartBuilder.ChartSubject> nodes, Set<DeviceKey> past, ChartedDevices wanted) {
        this.wanted = wanted;
        known = nodes.stream().flatMap(of -> devicesOf(of, past).stream())
                .filter(device -> wanted.includes(device.key())).toList();
    }

    /** Returns the present devices in order, then those that are gone. */
    List<RosterDevice> devices() {
        return known;
    }

    private static List<RosterDevice> devicesOf(ChartBuilder.ChartSubject of, Set<DeviceKey> past) {
        var keys = new ArrayList<RosterDevice>();
        var seen = new HashSet<DeviceKey>();
        for (var device : of.devices()) {
            var measured = device.readings();
            var instance = device.instance();
            if (measured != null && (instance != null || !device.isInstance())) {
                var board = DeviceKey.of(of.node(), measured);
                var key = instance == null ? board : board.ofInstance(instance.id());
                if (seen.add(key)) {
                    keys.add(new RosterDevice(key, device));
                }
            }
        }
        past.stream().filter(key -> key.node().equals(of.node()) && !seen.contains(key))
                .sorted(Comparator.comparing(DeviceKey::device).thenComparingInt(DeviceKey::instance))
                .forEach(key -> keys.add(new RosterDevice(key, null)));
        return keys;
    }

    /** Returns the lines of some devices, each with its colour. */
    List<ChartLine> linesOf(List<RosterDevice> some) {
        boolean several = wanted.nodeNames().size() > 1;
        var group = colorGrouping(some);
        var inks = new HashMap<Object, Integer>();
        var lines = new ArrayList<ChartLine>();
        for (var device : some) {
            int ink = inks.computeIfAbsent(group.apply(device.key()), _ -> inks.size() % INKS);
            var name = nameOf(device);
            var title = "GPU " + name + (several ? " of " + device.key().node() : "");
            lines.add(new ChartLine(device.key(), name, title, ink, factsOf(device.device())));
        }
        return lines;
    }

    /** Returns what shares a colour: a node of several, else a selected device, or each line of a single one. */
    private Function<DeviceKey, Object> colorGrouping(List<RosterDevice> some) {
        Function<DeviceKey, Object> group = wanted.nodes().size() > 1 ? DeviceKey::node
                : key -> wanted.devices().contains(key) ? key : key.ofInstance(DeviceKey.WHOLE);
        boolean one = some.stream().map(RosterDevice::key).map(group).distinct().limit(2).count() == 1;
        return one && wanted.nodes().isEmpty() ? key -> key : group;
    }

    /** Returns the name, for example {@code 3}, or {@code 3·1} for an instance; of a device that is gone, the end of its UUID. */
    String nameOf(RosterDevice one) {
        var index = known.stream()
                .filter(each -> each.key().ofInstance(DeviceKey.WHOLE).equals(one.key().ofInstance(DeviceKey.WHOLE)))
                .map(RosterDevice::device).filter(device -> device != null && device.index() >= 0)
                .map(device -> Integer.toString(device.index())).findFirst();
        var uuid = one.key().device();
        var board = index.orElseGet(() -> "…" + uuid.substring(Math.max(0, uuid.length() - 4)));
        return one.key().instance() == DeviceKey.WHOLE ? board : board + "·" + one.key().instance();
    }

    private static List<ChartLine.DeviceFact> factsOf(@Nullable GpuDevice device) {
        if (device == null) {
            return List.of(new ChartLine.DeviceFact("State", "not on this node any more"));
        }
        var facts = new ArrayList<ChartLine.DeviceFact>();
        if (device.isInstance()) {
            facts.add(new ChartLine.DeviceFact("Profile", device.profile()));
        }
        var holders = device.possibleHolders().isEmpty() ? device.holders() : device.possibleHolders();
        facts.add(new ChartLine.DeviceFact(device.possibleHolders().isEmpty() ? "Held by" : "Perhaps held by",
                holders.isEmpty() ? MeasureText.MISSING
                        : holders.stream().map(PodFacts::name).collect(Collectors.joining(", "))));
        if (!device.age().fresh()) {
            facts.add(new ChartLine.DeviceFact("Now", "not measured of late"));
            return facts;
        }
        var values = device.values();
        if (values.hasValue(Metric.SM_CLOCK)) {
            facts.add(new ChartLine.DeviceFact("Clock", MeasureText.whole(values.get(Metric.SM_CLOCK)) + (values
                    .hasValue(Metric.MAX_SM_CLOCK) ? " of " + MeasureText.whole(values.get(Metric.MAX_SM_CLOCK)) : "")
                    + " MHz"));
        }
        if (values.hasValue(Metric.XID)) {
            facts.add(new ChartLine.DeviceFact("Last XID", MeasureText.code(values.get(Metric.XID))));
        }
        return facts;
    }
}

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

/** Which devices of some nodes are charted, and what each is called. One thread, once. */
final class ChartRoster {

    private static final int INKS = 8;

    private final ChartSelection wanted;
    private final List<RosterDevice> known;

    /** A device of a node, known now or from the past only. */
    record RosterDevice(DeviceKey key, @Nullable GpuDevice device) {}

    /** @param past devices of which anything is remembered */
    ChartRoster(List<ChartBuilder.ChartSubject> nodes, Set<DeviceKey> past, ChartSelection wanted) {
        this.wanted = wanted;
        known = nodes.stream().flatMap(of -> known(of, past).stream()).filter(each -> wanted.has(each.key())).toList();
    }

    /** Those of now in their order, then those that are gone. */
    List<RosterDevice> known() {
        return known;
    }

    private static List<RosterDevice> known(ChartBuilder.ChartSubject of, Set<DeviceKey> past) {
        var keys = new ArrayList<RosterDevice>();
        var seen = new HashSet<DeviceKey>();
        for (var device : of.devices()) {
            var measured = device.measured();
            var instance = device.instance();
            if (measured != null && (instance != null || !device.isInstance())) {
                var board = DeviceKey.of(of.node(), measured);
                var key = instance == null ? board : board.of(instance.id());
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

    /** Of some of them, each with its colour. */
    List<ChartLine> lines(List<RosterDevice> some) {
        boolean several = wanted.places().size() > 1;
        var group = grouping(some);
        var inks = new HashMap<Object, Integer>();
        var lines = new ArrayList<ChartLine>();
        for (var each : some) {
            int ink = inks.computeIfAbsent(group.apply(each.key()), _ -> inks.size() % INKS);
            var name = name(each);
            var title = "GPU " + name + (several ? " of " + each.key().node() : "");
            lines.add(new ChartLine(each.key(), name, title, ink, facts(each.device())));
        }
        return lines;
    }

    /** What has a colour of its own: of several nodes each, else each device that was chosen, or each line of one. */
    private Function<DeviceKey, Object> grouping(List<RosterDevice> some) {
        Function<DeviceKey, Object> group = wanted.nodes().size() > 1 ? DeviceKey::node
                : key -> wanted.devices().contains(key) ? key : key.of(DeviceKey.WHOLE);
        boolean one = some.stream().map(RosterDevice::key).map(group).distinct().limit(2).count() == 1;
        return one && wanted.nodes().isEmpty() ? key -> key : group;
    }

    /** For example {@code 3}, or {@code 3·1} for an instance; of what is gone, the end of what it was known by. */
    String name(RosterDevice one) {
        var index = known.stream()
                .filter(each -> each.key().of(DeviceKey.WHOLE).equals(one.key().of(DeviceKey.WHOLE)))
                .map(RosterDevice::device).filter(device -> device != null && device.index() >= 0)
                .map(device -> Integer.toString(device.index())).findFirst();
        var uuid = one.key().device();
        var board = index.orElseGet(() -> "…" + uuid.substring(Math.max(0, uuid.length() - 4)));
        return one.key().instance() == DeviceKey.WHOLE ? board : board + "·" + one.key().instance();
    }

    private static List<ChartLine.DeviceFact> facts(@Nullable GpuDevice device) {
        if (device == null) {
            return List.of(new ChartLine.DeviceFact("State", "not on this node any more"));
        }
        var facts = new ArrayList<ChartLine.DeviceFact>();
        if (device.isInstance()) {
            facts.add(new ChartLine.DeviceFact("Profile", device.profile()));
        }
        var holders = device.perhaps().isEmpty() ? device.holders() : device.perhaps();
        facts.add(new ChartLine.DeviceFact(device.perhaps().isEmpty() ? "Held by" : "Perhaps held by",
                holders.isEmpty() ? MeasureText.MISSING
                        : holders.stream().map(PodFacts::name).collect(Collectors.joining(", "))));
        if (!device.age().fresh()) {
            facts.add(new ChartLine.DeviceFact("Now", "not measured of late"));
            return facts;
        }
        var values = device.values();
        if (values.has(Metric.SM_CLOCK)) {
            facts.add(new ChartLine.DeviceFact("Clock", MeasureText.whole(values.get(Metric.SM_CLOCK)) + (values
                    .has(Metric.MAX_SM_CLOCK) ? " of " + MeasureText.whole(values.get(Metric.MAX_SM_CLOCK)) : "")
                    + " MHz"));
        }
        if (values.has(Metric.XID)) {
            facts.add(new ChartLine.DeviceFact("Last XID", MeasureText.code(values.get(Metric.XID))));
        }
        return facts;
    }
}

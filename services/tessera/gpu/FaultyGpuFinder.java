package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.health.GpuLossStage;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFault.NodeFaultLevel;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** A finder of the GPUs of a node that critical signs speak against. */
final class FaultyGpuFinder {

    /** How signs name a GPU; the first kind that a text has counts. */
    private static final List<Pattern> NAMES = List.of(
            Pattern.compile(
                    "(?i)\\bgpu(?:[ _-]?(?:index|id))?[ :#=_]{1,2}(\\d{1,2})\\b(?!:|\\.\\d)|\\.gpu\\.(\\d{1,2})\\."),
            Pattern.compile("\\b(GPU-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\b"),
            Pattern.compile("\\b[0-9A-Fa-f]{4,8}:([0-9A-Fa-f]{2}:[0-9A-Fa-f]{2})\\b"));

    private FaultyGpuFinder() {}

    /** Judges the GPUs of a node by what monitors, its exporter and its driver say now. */
    static FaultyGpus find(GpuNode node, @Nullable NodeReadings readings, DeviceHealthRules rules) {
        var devices = readings == null ? List.<DeviceReadings>of() : readings.devices();
        var named = new TreeMap<String, String>();
        for (var device : devices) {
            rules.findCriticalFault(device).ifPresent(fault -> named.put(keyOf(device, devices), fault.text()));
        }
        for (var gpu : node.claimedBoards().gpus()) {
            gpu.driverTaints().findFirst().ifPresent(taint -> named.merge(keyOf(gpu, devices),
                    "device taint " + taint.taint(), FaultyGpuFinder::joined));
        }
        var unnamed = new ArrayList<NodeFault>();
        for (var fault : node.faults()) {
            if (fault.level() == NodeFaultLevel.CRITICAL) {
                var keys = keysOf(fault, node, devices);
                keys.forEach(key -> named.merge(key, fault.label(), FaultyGpuFinder::joined));
                Stream.of(fault).filter(_ -> keys.isEmpty()).forEach(unnamed::add);
            }
        }
        // A sign of a lost GPU is about those that others name, or that are withheld.
        boolean accounted = !named.isEmpty() || node.withheldDevices() > 0;
        var bySpread = unnamed.stream()
                .collect(Collectors.partitioningBy(
                        fault -> fault.topic().stopsGpus() && (!accounted || fault.loss() == GpuLossStage.NONE),
                        Collectors.toList()));
        var whole = labelsOf(bySpread.getOrDefault(true, List.of()).stream());
        var others = labelsOf(bySpread.getOrDefault(false, List.of()).stream()
                .filter(fault -> named.isEmpty() || fault.loss() == GpuLossStage.NONE));
        var faultyGpus = new FaultyGpus(named, String.join(", ", whole), others, 0, Map.of(), true);
        if (named.isEmpty() && whole.isEmpty()) {
            return faultyGpus;
        }
        return faultyGpus.counted(node.groups(), NodeGpuTileFactory.tilesOf(node.withFaultyGpus(faultyGpus), readings));
    }

    private static List<String> labelsOf(Stream<NodeFault> faults) {
        return faults.map(NodeFault::label).distinct().toList();
    }

    private static String joined(String one, String other) {
        return one.contains(other) ? one : one + ", " + other;
    }

    private static String keyOf(DeviceReadings device, List<DeviceReadings> devices) {
        boolean numbered = device.index() >= 0
                && devices.stream().filter(each -> each.index() == device.index()).count() == 1;
        if (numbered) {
            return Integer.toString(device.index());
        }
        return device.uuid();
    }

    private static String keyOf(DraPublishedGpu gpu, List<DeviceReadings> devices) {
        return devices.stream().filter(device -> gpu.isBoard(device.index(), device.uuid())).findFirst()
                .map(device -> keyOf(device, devices))
                .orElse(gpu.number() < 0 ? gpu.name() : Integer.toString(gpu.number()));
    }

    /** Returns the GPUs that a fault names, by number where the exporter tells it. */
    private static List<String> keysOf(NodeFault fault, GpuNode node, List<DeviceReadings> devices) {
        var texts = Stream.concat(Stream.of(fault.signal()), fault.details().stream()).toList();
        for (var pattern : NAMES) {
            var keys = texts.stream().flatMap(text -> pattern.matcher(text).results())
                    .flatMap(FaultyGpuFinder::presentGroups)
                    .filter(key -> key.length() > 2
                            || Integer.parseInt(key) < Math.max(1, node.nodeStatus().counts().total()))
                    .map(key -> deviceKeyOf(key, devices)).distinct().toList();
            if (!keys.isEmpty()) {
                return keys;
            }
        }
        return List.of();
    }

    private static Stream<String> presentGroups(MatchResult found) {
        return Stream.iterate(1, group -> group <= found.groupCount(), group -> group + 1).map(found::group)
                .filter(Objects::nonNull);
    }

    private static String deviceKeyOf(String key, List<DeviceReadings> devices) {
        return devices.stream().filter(device -> FaultyGpus.isNamed(device, key)).findFirst()
                .map(device -> keyOf(device, devices)).orElse(key);
    }
}

package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuDevice;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.GpuTiles;
import tessera.metrics.history.DeviceKey;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.reading.MetricReading;
import tessera.model.reading.ReportedHolder;
import tessera.ui.kit.TrendSource;

/**
 * The devices that are looked at: those of a node, one of them, an instance of one, or what a pod holds.
 *
 * @param devices boards, each followed by its instances
 * @param parts   which of a node's devices can be looked at alone
 * @param chosen  which of these is; empty for all
 * @param remark  what is to be known of the numbers; may be empty
 * @param lack    why there are no devices; empty where there are
 */
record DeviceScope(List<GpuDevice> devices, List<ScopePart> parts, Optional<ScopePart> chosen, String remark,
        String lack) {

    private static final String OF_THE_DEVICE = "These are the numbers of the device, not of this pod: ";

    /** A device that can be looked at alone. */
    record ScopePart(String title, DeviceKey key) {}

    DeviceScope {
        devices = List.copyOf(devices);
        parts = List.copyOf(parts);
    }

    static DeviceScope nothing(String why) {
        return new DeviceScope(List.of(), List.of(), Optional.empty(), "", why);
    }

    /** @param part which of a node's devices; null for all */
    static DeviceScope of(GpuFleet fleet, ObjectRef target, @Nullable DeviceKey part) {
        if (target.kind().equals("Node")) {
            return fleet.node(target.name()).map(node -> node(fleet, node, part))
                    .orElseGet(() -> nothing("No GPU is known on this node"));
        }
        return fleet.snapshot().pod(target.namespace(), target.name()).map(pod -> pod(fleet, pod))
                .orElseGet(() -> nothing("It is no longer in the cluster"));
    }

    private static List<GpuDevice> all(GpuFleet fleet, GpuNode node) {
        var readings = fleet.readings().node(node.name());
        return GpuDevice.of(node, readings, GpuTiles.of(node, readings), fleet.readings().at());
    }

    private static DeviceScope node(GpuFleet fleet, GpuNode node, @Nullable DeviceKey part) {
        var devices = all(fleet, node);
        var parts = devices.stream()
                .flatMap(device -> TrendSource.key(device).map(key -> new ScopePart(title(device), key)).stream())
                .toList();
        var chosen = parts.stream().filter(each -> each.key().equals(part)).findFirst();
        var shown = chosen.isEmpty() ? devices
                : devices.stream().filter(device -> TrendSource.key(device).equals(chosen.map(ScopePart::key)))
                        .toList();
        return new DeviceScope(shown, parts, chosen, "", shown.isEmpty() ? "No GPU of this node is known" : "");
    }

    private static String title(GpuDevice device) {
        var instance = device.instance();
        var board = device.index() < 0 ? "GPU ?" : "GPU " + device.index();
        return instance == null ? board : board + " · " + device.profile() + " #" + instance.id();
    }

    private static DeviceScope pod(GpuFleet fleet, PodFacts pod) {
        var node = fleet.node(pod.node());
        if (node.isEmpty()) {
            return nothing(pod.node().isEmpty() ? "It is on no node yet" : "No GPU is known on its node");
        }
        var held = new ArrayList<GpuDevice>();
        for (var device : all(fleet, node.get())) {
            if (told(device, pod)) {
                held.add(device);
            }
        }
        if (held.isEmpty() && !node.get().holders().contains(pod)) {
            return nothing(pod.claims().isEmpty() ? "It holds no GPU"
                    : "Which device its claims give it is not known: " + why(fleet, node.get()));
        }
        if (held.isEmpty()) {
            return nothing("Which GPU it holds is not known: " + why(fleet, node.get()));
        }
        return new DeviceScope(held, List.of(), Optional.empty(), shared(node.get(), held), "");
    }

    /** Only the exporter knows: the API server does not say which of a node's devices a pod was given. */
    private static boolean told(GpuDevice device, PodFacts pod) {
        return named(device).anyMatch(holder -> holder.means(pod));
    }

    /** Whom the exporter names as users of a device; of a board, those who have it as a whole. */
    private static Stream<ReportedHolder> named(GpuDevice device) {
        var instance = device.instance();
        var measured = device.measured();
        if (instance != null) {
            return Stream.ofNullable(instance.holder());
        }
        return measured == null || device.isInstance() ? Stream.of() : measured.holders().stream();
    }

    private static String why(GpuFleet fleet, GpuNode node) {
        var readings = fleet.readings().node(node.name());
        var reason = readings == null ? MetricReading.MissingReason.NOT_READ_YET : readings.reason();
        return readings == null || readings.at() == null ? reason.words() : "the exporter names no pod";
    }

    private static String shared(GpuNode node, List<GpuDevice> held) {
        var fullest = held.stream().max(Comparator.comparingLong(DeviceScope::users));
        long users = fullest.map(DeviceScope::users).orElse(0L);
        boolean divided = !node.sharing().isEmpty();
        if (users <= 1) {
            return divided ? OF_THE_DEVICE + "it is shared (%s).".formatted(node.division()) : "";
        }
        var claim = fullest.stream().flatMap(DeviceScope::named).map(ReportedHolder::claim)
                .filter(name -> !name.isEmpty())
                .findFirst();
        var how = claim.map(name -> " by the claim “" + name + "”")
                .orElse(divided ? " (" + node.division() + ")" : "");
        return OF_THE_DEVICE + "%d pods share it%s.".formatted(users, how);
    }

    private static long users(GpuDevice device) {
        var here = device.node().info().pods().stream().filter(PodFacts::holdsResources);
        return Math.max(named(device).map(ReportedHolder::key).distinct().count(),
                here.filter(pod -> told(device, pod)).count());
    }
}

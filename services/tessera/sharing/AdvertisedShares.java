package tessera.sharing;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node offers and what is said of it, once the device plugin and feature discovery have taken a configuration.
 *
 * @param resources devices or shares, by name; 0 for a name that is no longer used
 * @param labels    those that sharing decides
 * @param trouble   why the plugin offers nothing instead; empty where it does
 */
public record AdvertisedShares(SortedMap<String, Long> resources, SortedMap<String, String> labels, String trouble) {

    private static final String SUFFIX = "-SHARED";

    public AdvertisedShares {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** Works out what becomes of a node's devices. */
    public static AdvertisedShares of(AdvertisedNodeDevices devices, DeviceShares shares) {
        var resources = new TreeMap<String, Long>();
        var labels = new TreeMap<String, String>();
        if (devices.gpus() > 0 || devices.instances().isEmpty()) {
            add(resources, DeviceShares.GPU, devices.gpus(), shares);
            tell(labels, DeviceShares.GPU, devices.model(), shares);
        }
        devices.instances().forEach((name, count) -> {
            add(resources, name, count, shares);
            var model = devices.model() + "-MIG-" + name.substring(DeviceShares.MIG.length());
            tell(labels, name, model, shares);
        });
        labels.put("nvidia.com/mps.capable", Boolean.toString(shares.means() == SharingStrategy.MPS));
        return new AdvertisedShares(resources, labels, trouble(devices, shares));
    }

    private static void add(SortedMap<String, Long> resources, String name, long count, DeviceShares shares) {
        resources.put(shares.name(name), count * shares.of(name));
        if (!shares.name(name).equals(name)) {
            resources.put(name, 0L);
        }
    }

    private static void tell(SortedMap<String, String> labels, String name, String model, DeviceShares shares) {
        boolean shared = shares.of(name) > 1;
        if (!model.isEmpty()) {
            labels.put(name + ".product", model + (shared && !shares.renamed() ? SUFFIX : ""));
        }
        labels.put(name + ".replicas", Integer.toString(shares.of(name)));
        labels.put(name + ".sharing-strategy", (shared ? shares.means() : SharingStrategy.NONE).label());
    }

    private static String trouble(AdvertisedNodeDevices devices, DeviceShares shares) {
        if (shares.means() != SharingStrategy.MPS) {
            return "";
        }
        if (devices.divided()) {
            return "MPS does not share GPUs that MIG divides: the device plugin would end";
        }
        int wanted = shares.of(DeviceShares.GPU);
        return wanted > devices.mostClients()
                ? "MPS has at most %d clients on these GPUs, not %d".formatted(devices.mostClients(), wanted)
                : "";
    }

    /** All of it that can be asked for. */
    public long sum() {
        return resources.values().stream().mapToLong(Long::longValue).sum();
    }
}

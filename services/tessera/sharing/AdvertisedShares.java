package tessera.sharing;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resources and labels of a node after the device plugin and feature discovery have applied a configuration.
 *
 * @param resources devices or shares, by name; 0 for a name that is no longer used
 * @param labels    those that sharing decides
 * @param problem   why the plugin offers nothing instead; empty where it does
 */
public record AdvertisedShares(SortedMap<String, Long> resources, SortedMap<String, String> labels, String problem) {

    private static final String SUFFIX = "-SHARED";

    public AdvertisedShares {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** Returns the resources and labels for a node's devices. */
    public static AdvertisedShares compute(AdvertisedNodeDevices devices, DeviceShares shares) {
        var resources = new TreeMap<String, Long>();
        var labels = new TreeMap<String, String>();
        if (devices.gpus() > 0 || devices.migInstances().isEmpty()) {
            addResource(resources, DeviceShares.GPU, devices.gpus(), shares);
            addLabels(labels, DeviceShares.GPU, devices.product(), shares);
        }
        devices.migInstances().forEach((name, count) -> {
            addResource(resources, name, count, shares);
            var model = devices.product() + "-MIG-" + name.substring(DeviceShares.MIG.length());
            addLabels(labels, name, model, shares);
        });
        labels.put("nvidia.com/mps.capable", Boolean.toString(shares.strategy() == SharingStrategy.MPS));
        return new AdvertisedShares(resources, labels, problemOf(devices, shares));
    }

    private static void addResource(SortedMap<String, Long> resources, String name, long count, DeviceShares shares) {
        resources.put(shares.sharedName(name), count * shares.replicasOf(name));
        if (!shares.sharedName(name).equals(name)) {
            resources.put(name, 0L);
        }
    }

    private static void addLabels(SortedMap<String, String> labels, String name, String model, DeviceShares shares) {
        boolean shared = shares.replicasOf(name) > 1;
        if (!model.isEmpty()) {
            labels.put(name + ".product", model + (shared && !shares.renamed() ? SUFFIX : ""));
        }
        labels.put(name + ".replicas", Integer.toString(shares.replicasOf(name)));
        labels.put(name + ".sharing-strategy", (shared ? shares.strategy() : SharingStrategy.NONE).label());
    }

    private static String problemOf(AdvertisedNodeDevices devices, DeviceShares shares) {
        if (shares.strategy() != SharingStrategy.MPS) {
            return "";
        }
        if (devices.migEnabled()) {
            return "MPS does not share GPUs that MIG divides: the device plugin would end";
        }
        int wanted = shares.replicasOf(DeviceShares.GPU);
        return wanted > devices.maxMpsClients()
                ? "MPS has at most %d clients on these GPUs, not %d".formatted(devices.maxMpsClients(), wanted)
                : "";
    }

    /** Returns the sum of all requestable units. */
    public long total() {
        return resources.values().stream().mapToLong(Long::longValue).sum();
    }
}

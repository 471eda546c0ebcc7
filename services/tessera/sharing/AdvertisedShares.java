package tessera.sharing;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resources and labels of a node after the device plugin and feature discovery have applied a configuration.
 *
 * @param resources devices or shares, by name; 0 for a name that is no longer used
 * @param migAtMost whether there may be less of the MIG instances
 * @param labels    those that sharing decides
 * @param obstacle  why the plugin offers nothing instead; empty where it does
 */
public record AdvertisedShares(SortedMap<String, Long> resources, boolean migAtMost, SortedMap<String, String> labels,
        Optional<SharingProblem> obstacle) {

    private static final String SUFFIX = "-SHARED";

    public AdvertisedShares {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** Returns the resources and labels for a node's devices. */
    public static AdvertisedShares compute(ShareableNodeDevices devices, DeviceShareCounts shares) {
        var resources = new TreeMap<String, Long>();
        var labels = new TreeMap<String, String>();
        if (devices.gpus() > 0 || devices.migInstances().isEmpty()) {
            addResource(resources, DeviceShareCounts.GPU, devices.gpus(), shares);
            addLabels(labels, DeviceShareCounts.GPU, devices.product(), shares);
        }
        devices.migInstances().forEach((name, count) -> {
            addResource(resources, name, count, shares);
            var model = devices.product() + "-MIG-" + name.substring(DeviceShareCounts.MIG.length());
            addLabels(labels, name, model, shares);
        });
        labels.put("nvidia.com/mps.capable", Boolean.toString(shares.strategy() == GpuSharingStrategy.MPS));
        return new AdvertisedShares(resources, devices.migInstancesAtMost(), labels, findObstacle(devices, shares));
    }

    private static void addResource(SortedMap<String, Long> resources, String name, long count,
            DeviceShareCounts shares) {
        resources.put(shares.sharedName(name), count * shares.replicasOf(name));
        if (!shares.sharedName(name).equals(name)) {
            resources.put(name, 0L);
        }
    }

    private static void addLabels(SortedMap<String, String> labels, String name, String model,
            DeviceShareCounts shares) {
        boolean shared = shares.replicasOf(name) > 1;
        if (!model.isEmpty()) {
            labels.put(name + ".product", model + (shared && !shares.renamed() ? SUFFIX : ""));
        }
        labels.put(name + ".replicas", Integer.toString(shares.replicasOf(name)));
        labels.put(name + ".sharing-strategy", (shared ? shares.strategy() : GpuSharingStrategy.NONE).label());
    }

    private static Optional<SharingProblem> findObstacle(ShareableNodeDevices devices, DeviceShareCounts shares) {
        if (shares.strategy() != GpuSharingStrategy.MPS) {
            return Optional.empty();
        }
        if (devices.migEnabled()) {
            return Optional.of(new SharingProblem.MpsOfMigGpus());
        }
        int wanted = shares.replicasOf(DeviceShareCounts.GPU);
        return wanted > devices.maxMpsClients()
                ? Optional.of(new SharingProblem.ExcessiveMpsClients(devices.maxMpsClients(), wanted))
                : Optional.empty();
    }

    /** Returns why the plugin offers nothing instead; empty where it does. */
    public String problem() {
        return obstacle.map(SharingProblem::text).orElse("");
    }

    /** Returns the resources whose amounts are known exactly. */
    public SortedMap<String, Long> exactResources() {
        var exact = new TreeMap<>(resources);
        exact.keySet().removeIf(name -> migAtMost && name.startsWith(DeviceShareCounts.MIG));
        return exact;
    }

    /** Returns the sum of all requestable units. */
    public long total() {
        return resources.values().stream().mapToLong(Long::longValue).sum();
    }
}

package tessera.sharing;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.text.TextExcerpt;

/**
 * The devices of a node that can be shared, each counted once, however it is shared now.
 *
 * @param product       the product as feature discovery calls it while nothing is shared; under the MIG strategy single with
 *                    the profile
 * @param gpus        devices that go by the name of GPUs: whole ones, or instances under the MIG strategy single
 * @param migInstances   MIG instances with names of their own, by resource
 * @param migInstancesAtMost whether there may be fewer instances, as no label tells how many shares each has now
 * @param migEnabled     whether a GPU of it is divided by MIG
 * @param maxMpsClients of MPS on a GPU
 */
public record ShareableNodeDevices(String product, long gpus, SortedMap<String, Long> migInstances,
        boolean migInstancesAtMost, boolean migEnabled, int maxMpsClients) {

    /** Of MPS on a GPU since Turing. */
    public static final int MOST_CLIENTS = 48;
    static final int FEWER_CLIENTS = 16;
    private static final double MANY_CLIENTS_SINCE = 7.5;
    private static final String PRODUCT = DeviceShareCounts.GPU + ".product";
    private static final String SUFFIX = "-SHARED";

    public ShareableNodeDevices {
        migInstances = Collections.unmodifiableSortedMap(new TreeMap<>(migInstances));
    }

    /**
     * Reads the devices from the labels and the capacity of a node.
     *
     * @param capacity amounts by resource
     */
    public static ShareableNodeDevices fromNode(Map<String, String> labels, Map<String, Long> capacity) {
        var product = labels.getOrDefault(PRODUCT, "");
        var model = TextExcerpt.withoutSuffix(product, SUFFIX);
        var instances = new TreeMap<String, Long>();
        labels.forEach((key, value) -> {
            if (key.startsWith(DeviceShareCounts.MIG) && key.endsWith(".count")) {
                instances.put(key.substring(0, key.length() - ".count".length()), parseCount(value));
            }
        });
        boolean counted = !instances.isEmpty();
        if (!counted) {
            instances.putAll(instancesByCapacity(labels, capacity));
        }
        instances.values().removeIf(count -> count == 0);
        long count = parseCount(labels.getOrDefault(DeviceShareCounts.GPU + ".count", ""));
        long offered = (capacity.getOrDefault(DeviceShareCounts.GPU, 0L)
                + capacity.getOrDefault(DeviceShareCounts.GPU + DeviceShareCounts.SHARED, 0L))
                / replicasOf(DeviceShareCounts.GPU, labels);
        // Under the strategy mixed the count is of all GPUs, whether they are divided or not.
        boolean mixed = !instances.isEmpty() || "0".equals(labels.get(DeviceShareCounts.GPU + ".replicas"));
        boolean atMost = !counted
                && instances.keySet().stream().anyMatch(name -> !labels.containsKey(name + ".replicas"));
        return new ShareableNodeDevices(model, mixed || count == 0 ? offered : count, instances, atMost,
                !instances.isEmpty() || model.contains("-MIG-"), maxMpsClients(labels));
    }

    /** Returns the MIG instances by what a node without feature discovery offers: instances, or shares of them by either name. */
    private static SortedMap<String, Long> instancesByCapacity(Map<String, String> labels, Map<String, Long> capacity) {
        var instances = new TreeMap<String, Long>();
        capacity.forEach((resource, amount) -> {
            if (resource.startsWith(DeviceShareCounts.MIG)) {
                instances.merge(DeviceShareCounts.baseName(resource), amount, Long::sum);
            }
        });
        instances.replaceAll((name, amount) -> amount / replicasOf(name, labels));
        return instances;
    }

    private static long replicasOf(String resource, Map<String, String> labels) {
        return Math.max(1, parseCount(labels.getOrDefault(resource + ".replicas", "")));
    }

    private static int maxMpsClients(Map<String, String> labels) {
        long major = parseCount(labels.getOrDefault(DeviceShareCounts.GPU + ".compute.major", ""));
        long minor = parseCount(labels.getOrDefault(DeviceShareCounts.GPU + ".compute.minor", ""));
        return major == 0 || major + minor / 10.0 >= MANY_CLIENTS_SINCE ? MOST_CLIENTS : FEWER_CLIENTS;
    }

    private static long parseCount(String text) {
        return text.matches("[0-9]{1,6}") ? Long.parseLong(text) : 0;
    }
}

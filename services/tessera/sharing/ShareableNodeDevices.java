package tessera.sharing;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The devices of a node that can be shared, each counted once, however it is shared now.
 *
 * @param product       the product as feature discovery calls it while nothing is shared; under the MIG strategy single with
 *                    the profile
 * @param gpus        devices that go by the name of GPUs: whole ones, or instances under the MIG strategy single
 * @param migInstances   MIG instances with names of their own, by resource
 * @param migEnabled     whether a GPU of it is divided by MIG
 * @param maxMpsClients of MPS on a GPU
 */
public record ShareableNodeDevices(String product, long gpus, SortedMap<String, Long> migInstances, boolean migEnabled,
        int maxMpsClients) {

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
        var model = product.endsWith(SUFFIX) ? product.substring(0, product.length() - SUFFIX.length()) : product;
        var instances = new TreeMap<String, Long>();
        labels.forEach((key, value) -> {
            if (key.startsWith(DeviceShareCounts.MIG) && key.endsWith(".count")) {
                instances.put(key.substring(0, key.length() - ".count".length()), parseCount(value));
            }
        });
        if (instances.isEmpty()) {
            // Without feature discovery the capacity alone tells of instances.
            capacity.forEach((resource, amount) -> {
                if (resource.startsWith(DeviceShareCounts.MIG) && !resource.endsWith(DeviceShareCounts.SHARED)) {
                    instances.put(resource, amount);
                }
            });
        }
        instances.values().removeIf(count -> count == 0);
        long count = parseCount(labels.getOrDefault(DeviceShareCounts.GPU + ".count", ""));
        long replicas = Math.max(1, parseCount(labels.getOrDefault(DeviceShareCounts.GPU + ".replicas", "")));
        long offered = (capacity.getOrDefault(DeviceShareCounts.GPU, 0L)
                + capacity.getOrDefault(DeviceShareCounts.GPU + DeviceShareCounts.SHARED, 0L)) / replicas;
        // Under the strategy mixed the count is of all GPUs, whether they are divided or not.
        boolean mixed = !instances.isEmpty() || "0".equals(labels.get(DeviceShareCounts.GPU + ".replicas"));
        return new ShareableNodeDevices(model, mixed || count == 0 ? offered : count, instances,
                !instances.isEmpty() || model.contains("-MIG-"), maxMpsClients(labels));
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

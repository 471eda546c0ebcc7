package tessera.sharing;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node has that can be shared, each device counted once however it is shared at present.
 *
 * @param model       the product as feature discovery calls it while nothing is shared; under the MIG strategy single with
 *                    the profile
 * @param gpus        devices that go by the name of GPUs: whole ones, or instances under the MIG strategy single
 * @param instances   MIG instances with names of their own, by resource
 * @param divided     whether a GPU of it is divided by MIG
 * @param mostClients of MPS on a GPU
 */
public record AdvertisedNodeDevices(String model, long gpus, SortedMap<String, Long> instances, boolean divided,
        int mostClients) {

    /** Of MPS on a GPU since Turing. */
    public static final int MOST_CLIENTS = 48;
    static final int FEWER_CLIENTS = 16;
    private static final double MANY_CLIENTS_SINCE = 7.5;
    private static final String PRODUCT = DeviceShares.GPU + ".product";
    private static final String SUFFIX = "-SHARED";

    public AdvertisedNodeDevices {
        instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    }

    /**
     * Reads it from what is said of a node.
     *
     * @param capacity amounts by resource
     */
    public static AdvertisedNodeDevices of(Map<String, String> labels, Map<String, Long> capacity) {
        var product = labels.getOrDefault(PRODUCT, "");
        var model = product.endsWith(SUFFIX) ? product.substring(0, product.length() - SUFFIX.length()) : product;
        var instances = new TreeMap<String, Long>();
        labels.forEach((key, value) -> {
            if (key.startsWith(DeviceShares.MIG) && key.endsWith(".count")) {
                instances.put(key.substring(0, key.length() - ".count".length()), number(value));
            }
        });
        instances.values().removeIf(count -> count == 0);
        long count = number(labels.getOrDefault(DeviceShares.GPU + ".count", ""));
        long replicas = Math.max(1, number(labels.getOrDefault(DeviceShares.GPU + ".replicas", "")));
        long offered = (capacity.getOrDefault(DeviceShares.GPU, 0L)
                + capacity.getOrDefault(DeviceShares.GPU + DeviceShares.SHARED, 0L)) / replicas;
        // Under the strategy mixed the count is of all GPUs, whether they are divided or not.
        boolean mixed = !instances.isEmpty() || "0".equals(labels.get(DeviceShares.GPU + ".replicas"));
        return new AdvertisedNodeDevices(model, mixed || count == 0 ? offered : count, instances,
                !instances.isEmpty() || model.contains("-MIG-"), mostClients(labels));
    }

    private static int mostClients(Map<String, String> labels) {
        long major = number(labels.getOrDefault(DeviceShares.GPU + ".compute.major", ""));
        long minor = number(labels.getOrDefault(DeviceShares.GPU + ".compute.minor", ""));
        return major == 0 || major + minor / 10.0 >= MANY_CLIENTS_SINCE ? MOST_CLIENTS : FEWER_CLIENTS;
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,6}") ? Long.parseLong(text) : 0;
    }
}

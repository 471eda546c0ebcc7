package tessera.sharing;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Into how many shares the devices of a node are divided, and how those are handed out.
 *
 * @param renamed  whether shares have a name of their own, which ends with {@code .shared}
 * @param onlyOne  whether a container that asks for more than one is refused by the node
 * @param replicas shares of each device, by resource; none where nothing is shared
 */
public record DeviceShares(SharingStrategy means, boolean renamed, boolean onlyOne,
        SortedMap<String, Integer> replicas) {

    public static final String GPU = "nvidia.com/gpu";
    /** What the names of MIG instances begin with. */
    public static final String MIG = "nvidia.com/mig-";
    /** What the names of renamed shares end with. */
    public static final String SHARED = ".shared";
    /** A configuration that asks for fewer shares is rejected as a whole. */
    public static final int FEWEST = 2;
    public static final DeviceShares NONE = new DeviceShares(SharingStrategy.NONE, false, false, new TreeMap<>());

    public DeviceShares {
        replicas = Collections.unmodifiableSortedMap(new TreeMap<>(replicas));
    }

    /** Whole GPUs shared. */
    public static DeviceShares ofGpus(SharingStrategy means, int replicas, boolean renamed, boolean onlyOne) {
        return means == SharingStrategy.NONE ? NONE
                : new DeviceShares(means, renamed, onlyOne || means == SharingStrategy.MPS,
                        new TreeMap<>(Map.of(GPU, replicas)));
    }

    /** How many shares each device of a resource has; 1 where it is not shared. */
    public int of(String resource) {
        return replicas.getOrDefault(resource, 1);
    }

    /** What shares of a resource are called. */
    public String name(String resource) {
        return renamed && of(resource) > 1 ? resource + SHARED : resource;
    }

    /** A resource's name without what tells shares from whole devices. */
    public static String unshared(String resource) {
        return resource.endsWith(SHARED) ? resource.substring(0, resource.length() - SHARED.length()) : resource;
    }

    /** In a few words, e.g. “time-slicing × 4, renamed”, or “time-slicing: mig-1g.10gb × 4” where not whole GPUs are meant. */
    public String words() {
        if (replicas.isEmpty()) {
            return SharingStrategy.NONE.words();
        }
        var tail = renamed ? ", renamed" : "";
        if (replicas.keySet().equals(Set.of(GPU))) {
            return means.words() + " × " + replicas.get(GPU) + tail;
        }
        return means.words() + ": " + replicas.entrySet().stream()
                .map(each -> each.getKey().substring(each.getKey().indexOf('/') + 1) + " × " + each.getValue())
                .collect(Collectors.joining(", ")) + tail;
    }

    /** A name for a configuration that says this, e.g. {@code time-slicing-4}. */
    public String key() {
        if (replicas.isEmpty()) {
            return SharingStrategy.NONE.label();
        }
        return means.label() + "-" + replicas.firstEntry().getValue() + (renamed ? "-renamed" : "");
    }
}

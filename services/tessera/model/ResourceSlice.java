package tessera.model;

import java.util.List;

/**
 * A part of what a driver publishes of a pool of devices.
 *
 * @param pool       name of the pool, for devices of a node usually the node's
 * @param generation of the pool; older ones are obsolete
 * @param sliceCount of the pool in this generation
 * @param node       whose devices they are; empty where they are not of one node
 * @param allNodes   whether every node reaches them
 * @param counters   counter sets that devices of the pool share
 */
public record ResourceSlice(String name, String driver, String pool, long generation, int sliceCount, String node,
        boolean allNodes, List<SliceDevice> devices, List<DeviceCounters> counters) implements DraObject {

    public ResourceSlice {
        devices = List.copyOf(devices);
        counters = List.copyOf(counters);
    }

    /** Returns what tells its pool from all others: two drivers may use one name. */
    public String poolKey() {
        return driver + "/" + pool;
    }

    /** The same slice with the taints of some rules on its devices; itself where none selects any. */
    public ResourceSlice tainted(List<DeviceTaintRule> rules) {
        var meant = rules.stream().filter(rule -> rule.selects(this)).toList();
        if (meant.isEmpty()) {
            return this;
        }
        var marked = devices.stream().map(device -> {
            var more = meant.stream().filter(rule -> rule.selects(device))
                    .map(rule -> new DeviceTaint(rule.taint(), rule.since(), rule.name())).toList();
            return more.isEmpty() ? device : device.tainted(more);
        }).toList();
        return new ResourceSlice(name, driver, pool, generation, sliceCount, node, allNodes, marked, counters);
    }
}

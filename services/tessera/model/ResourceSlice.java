package tessera.model;

import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.RequiredNodeAffinity;

/**
 * A ResourceSlice: a part of what a driver publishes of a pool of devices.
 *
 * @param pool       name of the pool, for devices of a node usually the node's
 * @param generation of the pool; older ones are obsolete
 * @param sliceCount of the pool in this generation
 * @param node       whose devices they are; empty where they are not of one node
 * @param nodeAffinity      nodes that reach them where they are not of one node; empty where each device says that itself
 * @param counters   counter sets that devices of the pool share
 */
public record ResourceSlice(String name, String driver, String pool, long generation, int sliceCount, String node,
        Optional<RequiredNodeAffinity> nodeAffinity, List<ResourceSliceDevice> devices,
        List<DeviceCounterAmounts> counters) implements DraObject {

    public ResourceSlice {
        devices = List.copyOf(devices);
        counters = List.copyOf(counters);
    }

    /** Returns the key that identifies its pool: two drivers may use one name. */
    public String poolKey() {
        return driver + "/" + pool;
    }

    /** Returns the nodes that reach one of its devices, which is not of one node; empty where that is not published. */
    public Optional<RequiredNodeAffinity> nodesReaching(ResourceSliceDevice device) {
        return nodeAffinity.or(device::nodeAffinity);
    }

    /** Returns the same slice with some of its devices, which one node has. */
    public ResourceSlice withNodeDevices(String owner, List<ResourceSliceDevice> some) {
        return new ResourceSlice(name, driver, pool, generation, sliceCount, owner, Optional.empty(), some, counters);
    }

    /** Returns the same slice with the taints of some rules on its devices; itself where none selects any. */
    public ResourceSlice withRuleTaints(List<DeviceTaintRule> rules) {
        var meant = rules.stream().filter(rule -> rule.selectsSlice(this)).toList();
        if (meant.isEmpty()) {
            return this;
        }
        var marked = devices.stream().map(device -> withMatchingTaints(device, meant)).toList();
        return new ResourceSlice(name, driver, pool, generation, sliceCount, node, nodeAffinity, marked, counters);
    }

    private static ResourceSliceDevice withMatchingTaints(ResourceSliceDevice device, List<DeviceTaintRule> meant) {
        var more = meant.stream().filter(rule -> rule.selectsDevice(device))
                .map(rule -> new DeviceTaint(rule.taint(), rule.since(), rule.name())).toList();
        return more.isEmpty() ? device : device.withTaints(more);
    }
}

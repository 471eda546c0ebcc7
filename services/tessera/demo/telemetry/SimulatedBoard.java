package tessera.demo.telemetry;

import java.util.List;

/**
 * One physical GPU of a node.
 *
 * @param bus       its address on the PCI bus
 * @param memory    in MiB, all of it
 * @param instances of MIG, largest first; none unless MIG divides it
 * @param replicas  among how many pods it is shared at most
 * @param fallen    whether it does not answer any more
 */
public record SimulatedBoard(int index, String uuid, BoardModel make, String bus, int memory,
        List<MigInstance> instances, int replicas,
        boolean fallen) {

    public SimulatedBoard {
        instances = List.copyOf(instances);
    }

    /** Whether MIG divides it. */
    public boolean divided() {
        return !instances.isEmpty();
    }

    /** What pods can be given of it. */
    public List<GrantedDevice> units() {
        return divided() ? instances.stream().map(instance -> new GrantedDevice(this, instance)).toList()
                : List.of(new GrantedDevice(this, null));
    }
}

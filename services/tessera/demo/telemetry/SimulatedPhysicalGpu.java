package tessera.demo.telemetry;

import java.util.List;

/**
 * A physical GPU of a node.
 *
 * @param bus       its address on the PCI bus
 * @param memory    in MiB, all of it
 * @param instances of MIG, largest first; none unless MIG divides it
 * @param replicas  among how many pods it is shared at most
 * @param fallenOffBus    whether it does not answer any more
 */
public record SimulatedPhysicalGpu(int index, String uuid, SimulatedGpuModel model, String bus, int memory,
        List<SimulatedMigInstance> instances, int replicas, boolean fallenOffBus) {

    public SimulatedPhysicalGpu {
        instances = List.copyOf(instances);
    }

    /** Returns whether the board is partitioned into MIG instances. */
    public boolean isMigEnabled() {
        return !instances.isEmpty();
    }

    /** Returns the devices of the board that pods can be given: its instances, or the board. */
    public List<SimulatedAssignedDevice> grantableDevices() {
        if (isMigEnabled()) {
            return instances.stream().map(instance -> new SimulatedAssignedDevice(this, instance)).toList();
        }
        return List.of(new SimulatedAssignedDevice(this, null));
    }
}

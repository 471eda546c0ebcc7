package tessera.demo.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * A device that a pod is given: a board, or one of its instances.
     *
     * @param instance null for the whole board
     */
    public record SimulatedAssignedDevice(SimulatedPhysicalGpu physicalGpu, @Nullable SimulatedMigInstance instance) {

        /** Returns the UUID by which a program finds it. */
        public String uuid() {
            return instance == null ? physicalGpu.uuid() : instance.uuid();
        }

        /** Returns the memory in MiB. */
        public int memoryMib() {
            return instance == null ? physicalGpu.memory() : instance.memory();
        }

        /** Returns the memory in MiB that no program can allocate. */
        int reservedMemoryMib() {
            return instance == null ? physicalGpu.model().reserved()
                    : physicalGpu.model().reserved() * instance.size() / 8;
        }

        /** Returns the share of the board's compute that it has. */
        double computeShare() {
            return instance == null ? 1 : instance.compute() / 7.0;
        }

        boolean hasProfile(String name) {
            return instance != null && instance.profile().replace('+', '.').equals(name);
        }
    }
}

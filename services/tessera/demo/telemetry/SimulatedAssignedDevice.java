package tessera.demo.telemetry;

import org.jspecify.annotations.Nullable;

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
        return instance == null ? physicalGpu.model().reserved() : physicalGpu.model().reserved() * instance.size() / 8;
    }

    /** Returns the share of the board's compute that it has. */
    double computeShare() {
        return instance == null ? 1 : instance.compute() / 7.0;
    }

    /** Returns whether it has the profile of a resource name. */
    boolean hasProfile(String name) {
        return instance != null && instance.profile().replace('+', '.').equals(name);
    }
}

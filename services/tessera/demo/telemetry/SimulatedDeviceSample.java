package tessera.demo.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.telemetry.SimulatedPhysicalGpu.SimulatedAssignedDevice;

/**
 * A sample of a device's readings.
 *
 * @param engine    of the time in which anything ran, as all shares from 0 to 1
 * @param tensor    of the time in which the tensor pipes were busy
 * @param dram      of what the memory could carry
 * @param memory    how it is divided up
 * @param condition of the board; of one that has fallen off the bus, only the trouble means anything
 * @param holders   who was given the device, the first one first
 */
public record SimulatedDeviceSample(SimulatedAssignedDevice unit, double engine, double tensor, double dram,
        DeviceMemorySample memory, SimulatedSensorReadings condition, List<DeviceOwner> holders) {

    public SimulatedDeviceSample {
        holders = List.copyOf(holders);
    }

    /** The memory of a device in MiB; the three parts are all of it. */
    public record DeviceMemorySample(int used, int free, int reserved) {}

    /**
     * A container that has the device.
     *
     * @param claim how it was given it; null where a device plugin gave it
     */
    public record DeviceOwner(String namespace, String pod, String container, @Nullable ClaimedDraDevice claim) {}

    /**
     * A device that a ResourceClaim was given.
     *
     * @param namespace of the claim
     * @param claim     its name
     */
    public record ClaimedDraDevice(String namespace, String claim, String driver, String pool, String device) {

        /** Returns whether this is the given board, by the number in the driver's device name. */
        boolean isBoard(SimulatedPhysicalGpu physicalGpu) {
            return device.equals("gpu-" + physicalGpu.index());
        }
    }
}

package tessera.demo.telemetry;

import java.util.List;

/**
 * The work of the programs on a board.
 *
 * @param parts of the board, with those who hold them
 */
record SimulatedGpuLoad(SimulatedPhysicalGpu physicalGpu, List<DeviceHoldingContainers> parts) {

    SimulatedGpuLoad {
        parts = List.copyOf(parts);
    }

    /** @param holders the first to come first */
    record DeviceHoldingContainers(SimulatedAssignedDevice unit, List<SimulatedGpuContainer> holders) {

        DeviceHoldingContainers {
            holders = List.copyOf(holders);
        }

        /** Returns the same part with the holders that ran at a second. */
        DeviceHoldingContainers heldAt(long second) {
            return new DeviceHoldingContainers(unit,
                    holders.stream().filter(holder -> holder.hasStarted(second)).toList());
        }

        /** Returns the activity on the part at a second. */
        SimulatedGpuProgramActivity activityAt(long second) {
            int luck = 64 * unit.physicalGpu().index() + (unit.instance() == null ? 0 : 1 + unit.instance().id());
            var sum = SimulatedGpuProgramActivity.NONE;
            // Those who share a board slow one another down.
            double work = 1 / Math.sqrt(Math.max(1, holders.size()));
            for (var holder : holders) {
                sum = sum.combinedWith(
                        holder.activityAt(second, luck).scaledBy(work, 1.0 / unit.physicalGpu().replicas()));
            }
            return sum;
        }
    }

    /** Returns the activity on the whole board at a second. */
    SimulatedGpuProgramActivity totalActivity(long second) {
        var sum = SimulatedGpuProgramActivity.NONE;
        for (var part : parts) {
            sum = sum.combinedWith(part.activityAt(second).scaledBy(part.unit().computeShare(), 1));
        }
        return sum;
    }
}

package tessera.metrics.history;

import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;

/** Sums over devices and the number of devices measured. Boards only, so that nothing is counted twice. One thread. */
final class DeviceMetricSums {

    private double utilisation;
    private double power;
    private double memory;
    private int utilisationGpus;
    private int powerBoards;
    private int memoryGpus;

    void add(DeviceReadings device) {
        var values = device.values();
        if (values.hasValue(DeviceMetric.UTILISATION)) {
            utilisation += values.get(DeviceMetric.UTILISATION);
            utilisationGpus++;
        }
        if (values.hasValue(DeviceMetric.POWER)) {
            power += values.get(DeviceMetric.POWER);
            powerBoards++;
        }
        if (values.hasValue(DeviceMetric.MEMORY_USED)) {
            memory += values.get(DeviceMetric.MEMORY_USED);
            memoryGpus++;
        }
    }

    void add(DeviceMetricSums other) {
        utilisation += other.utilisation;
        power += other.power;
        memory += other.memory;
        utilisationGpus += other.utilisationGpus;
        powerBoards += other.powerBoards;
        memoryGpus += other.memoryGpus;
    }

    /** Records the sums; measures that no device has are left out. */
    void recordInto(DeviceAndFleetMetricSeries tracks, long slot) {
        if (utilisationGpus > 0) {
            tracks.recordFleet(slot, FleetMetric.UTILISATION, (float) (utilisation / utilisationGpus));
            tracks.recordFleet(slot, FleetMetric.UTILISATION_GPUS, utilisationGpus);
        }
        if (powerBoards > 0) {
            tracks.recordFleet(slot, FleetMetric.POWER, (float) power);
            tracks.recordFleet(slot, FleetMetric.POWER_BOARDS, powerBoards);
        }
        if (memoryGpus > 0) {
            tracks.recordFleet(slot, FleetMetric.MEMORY_USED, (float) memory);
            tracks.recordFleet(slot, FleetMetric.MEMORY_GPUS, memoryGpus);
        }
    }
}

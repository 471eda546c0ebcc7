package tessera.metrics.history;

import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;

/** Sums over devices and the number of devices measured. Boards only, so that nothing is counted twice. One thread. */
final class HistoryTotals {

    private double utilisation;
    private double power;
    private double memory;
    private int utilisationGpus;
    private int powerBoards;
    private int memoryGpus;

    void add(DeviceReadings device) {
        var values = device.values();
        if (values.hasValue(Metric.UTILISATION)) {
            utilisation += values.get(Metric.UTILISATION);
            utilisationGpus++;
        }
        if (values.hasValue(Metric.POWER)) {
            power += values.get(Metric.POWER);
            powerBoards++;
        }
        if (values.hasValue(Metric.MEMORY_USED)) {
            memory += values.get(Metric.MEMORY_USED);
            memoryGpus++;
        }
    }

    void add(HistoryTotals other) {
        utilisation += other.utilisation;
        power += other.power;
        memory += other.memory;
        utilisationGpus += other.utilisationGpus;
        powerBoards += other.powerBoards;
        memoryGpus += other.memoryGpus;
    }

    /** Records the sums; measures that no device has are left out. */
    void recordInto(HistoryTracks tracks, long slot) {
        if (utilisationGpus > 0) {
            tracks.recordFleet(slot, FleetMeasure.UTILISATION, (float) (utilisation / utilisationGpus));
            tracks.recordFleet(slot, FleetMeasure.UTILISATION_GPUS, utilisationGpus);
        }
        if (powerBoards > 0) {
            tracks.recordFleet(slot, FleetMeasure.POWER, (float) power);
            tracks.recordFleet(slot, FleetMeasure.POWER_BOARDS, powerBoards);
        }
        if (memoryGpus > 0) {
            tracks.recordFleet(slot, FleetMeasure.MEMORY_USED, (float) memory);
            tracks.recordFleet(slot, FleetMeasure.MEMORY_GPUS, memoryGpus);
        }
    }
}

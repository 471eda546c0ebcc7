package tessera.mig;

import java.util.List;
import java.util.OptionalInt;

/**
 * A profile of GPU instance as one product offers it.
 *
 * @param profile         its name
 * @param id              the driver's number for it, the same on boards of one family; empty when not published
 * @param memorySlices    memory units of an instance; empty when not published
 * @param maxInstances            how many a GPU holds at the most
 * @param placements      where an instance may lie, by start; empty when not published
 * @param multiprocessors streaming multiprocessors of an instance; empty when not published
 * @param engines         its engines
 * @param driver          the oldest driver that offers it, e.g. {@code 525}; empty when not known
 */
public record GpuInstanceProfile(MigProfile profile, OptionalInt id, OptionalInt memorySlices, int maxInstances,
        List<MigPlacement> placements, OptionalInt multiprocessors, GpuMediaEngines engines, String driver) {

    public GpuInstanceProfile {
        placements = List.copyOf(placements);
    }

    /** Returns the compute slices of an instance. */
    public int computeSlices() {
        return profile.slices();
    }

    /** Returns the possible start units, as nvidia-smi lists them, e.g. {@code 0, 2, 4}. */
    String startsText() {
        return String.join(", ", placements.stream().map(placement -> String.valueOf(placement.start())).toList());
    }
}

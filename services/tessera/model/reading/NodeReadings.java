package tessera.model.reading;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/**
 * The readings of the devices of one node.
 *
 * @param node     its name
 * @param source   where it was read, e.g. {@code gpu-operator/nvidia-dcgm-exporter-x7k2p}; empty where there is none
 * @param at       when it was last read, by this machine's clock; null before it ever was
 * @param interval how long is usually waited between two readings
 * @param problem  why the last attempt brought nothing, or less than it should; null when all was well
 * @param devices  as of {@code at}, in the order of their numbers; one whose exporter has fallen silent has no values
 * @param pluginsOnly whether all of its sources are device plugins, of which some tell metrics as well and none has to
 */
public record NodeReadings(String node, String source, @Nullable Instant at, Duration interval,
        @Nullable Problem problem, List<DeviceReadings> devices, boolean pluginsOnly) {

    public NodeReadings {
        devices = List.copyOf(devices);
    }

    /** Readings of an exporter proper, or of another source. */
    public NodeReadings(String node, String source, @Nullable Instant at, Duration interval, @Nullable Problem problem,
            List<DeviceReadings> devices) {
        this(node, source, at, interval, problem, devices, false);
    }

    /** The age class of readings, which says how far to rely on them. */
    public enum ReadingFreshness {
        /** Read within two intervals. */
        FRESH,
        /** Older. */
        STALE,
        /** Never read. */
        NONE
    }

    public ReadingFreshness freshnessAt(Instant now) {
        if (at == null) {
            return ReadingFreshness.NONE;
        }
        // Asked of each node with every picture; a duration multiplies by way of numbers of any size.
        if (Duration.between(at, now).compareTo(interval.plus(interval)) <= 0) {
            return ReadingFreshness.FRESH;
        }
        return ReadingFreshness.STALE;
    }

    /** Returns whether the state of the readings is known: read, failed, or not exported at all. */
    public boolean isResolved() {
        return at != null || problem != null || source.isEmpty();
    }

    /** Returns the reason why nothing was ever read. */
    public MetricReading.MissingValueReason missingReason() {
        if (source.isEmpty()) {
            if (problem == null) {
                return MetricReading.MissingValueReason.NO_EXPORTER;
            }
            return MetricReading.MissingValueReason.KIND_NOT_READ;
        }
        if (problem == null) {
            return MetricReading.MissingValueReason.NOT_READ_YET;
        }
        return MetricReading.MissingValueReason.EXPORTER_SILENT;
    }

    public Optional<DeviceReadings> findDevice(String uuid) {
        return devices.stream().filter(device -> device.uuid().equals(uuid)).findFirst();
    }
}

package tessera.model.reading;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/**
 * What is known of the devices of one node.
 *
 * @param node     its name
 * @param source   where it was read, e.g. {@code gpu-operator/nvidia-dcgm-exporter-x7k2p}; empty where there is none
 * @param at       when it was last read, by this machine's clock; null before it ever was
 * @param interval how long is usually waited between two readings
 * @param trouble  why the last attempt brought nothing, or less than it should; null when all was well
 * @param devices  as of {@code at}, in the order of their numbers
 */
public record NodeReadings(String node, String source, @Nullable Instant at, Duration interval,
        @Nullable Problem trouble, List<DeviceReadings> devices) {

    public NodeReadings {
        devices = List.copyOf(devices);
    }

    /** How much readings can be relied on. */
    public enum Freshness {
        /** Read within two intervals. */
        FRESH,
        /** Older. */
        STALE,
        /** Never read. */
        NONE
    }

    public Freshness freshness(Instant now) {
        if (at == null) {
            return Freshness.NONE;
        }
        // Asked of each node with every picture; a duration multiplies by way of numbers of any size.
        return Duration.between(at, now).compareTo(interval.plus(interval)) <= 0 ? Freshness.FRESH : Freshness.STALE;
    }

    /** Whether it is known how it stands with it: read, in trouble, or nobody tells anything. */
    public boolean heard() {
        return at != null || trouble != null || source.isEmpty();
    }

    /** Why nothing was ever read. */
    public MetricReading.MissingReason reason() {
        if (source.isEmpty()) {
            return trouble == null ? MetricReading.MissingReason.NO_EXPORTER
                    : MetricReading.MissingReason.KIND_NOT_READ;
        }
        return trouble == null ? MetricReading.MissingReason.NOT_READ_YET : MetricReading.MissingReason.EXPORTER_SILENT;
    }

    public Optional<DeviceReadings> device(String uuid) {
        return devices.stream().filter(device -> device.uuid().equals(uuid)).findFirst();
    }
}

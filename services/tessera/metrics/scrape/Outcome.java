package tessera.metrics.scrape;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.reading.DeviceReadings;

/**
 * What is known from one exporter.
 *
 * @param at      when it last answered, by this machine's clock; null before it ever did
 * @param trouble what was wrong with the last attempt; null when all was well
 * @param devices as of {@code at}
 */
record Outcome(Exporter exporter, @Nullable Instant at, @Nullable Problem trouble, List<DeviceReadings> devices) {

    static Outcome none(Exporter exporter) {
        return new Outcome(exporter, null, null, List.of());
    }

    static Outcome read(Exporter exporter, Instant at, Report report) {
        return new Outcome(exporter, at, report.remark(), report.devices());
    }

    /** What was read before stays, with its age. */
    Outcome failed(Problem why) {
        return new Outcome(exporter, at, why, devices);
    }
}

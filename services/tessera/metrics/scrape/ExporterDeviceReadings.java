package tessera.metrics.scrape;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.reading.DeviceReadings;

/**
 * The content of one page of an exporter.
 *
 * @param devices in the order of their numbers
 * @param problem  what was wrong with the page though devices could be read from it; null when nothing was
 * @param dated   when the newest of its values was taken, by the exporter's clock; null where it does not tell, as most do not
 */
public record ExporterDeviceReadings(List<DeviceReadings> devices, @Nullable Problem problem, @Nullable Instant dated) {

    public ExporterDeviceReadings {
        devices = List.copyOf(devices);
    }
}

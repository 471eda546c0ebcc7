package tessera.metrics.scrape;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.reading.DeviceReadings;

/**
 * What one page of an exporter said.
 *
 * @param devices in the order of their numbers
 * @param remark  what was wrong with the page though devices could be read from it; null when nothing was
 */
public record Report(List<DeviceReadings> devices, @Nullable Problem remark) {

    public Report {
        devices = List.copyOf(devices);
    }
}

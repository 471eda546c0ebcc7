package tessera.alerts.engine;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.ReportedHolder;

/** The pods that exporters name as users of devices, each once and in alphabetical order. */
final class DeviceHolders {

    private DeviceHolders() {}

    static List<String> of(DeviceReadings device) {
        return keys(Stream.concat(device.holders().stream(),
                device.instances().stream().map(InstanceReadings::holder).flatMap(Stream::ofNullable)));
    }

    static List<String> of(InstanceReadings instance) {
        return keys(Stream.ofNullable(instance.holder()));
    }

    static String together(List<String> pods) {
        return String.join(", ", pods);
    }

    private static List<String> keys(Stream<ReportedHolder> holders) {
        return holders.map(ReportedHolder::key).distinct().sorted().toList();
    }
}

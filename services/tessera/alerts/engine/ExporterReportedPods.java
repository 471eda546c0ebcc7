package tessera.alerts.engine;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.ReportedDeviceUser;

/** The pods that exporters name as users of devices, each once and in alphabetical order. */
final class ExporterReportedPods {

    private ExporterReportedPods() {}

    static List<String> holdersOf(DeviceReadings device) {
        return podKeys(Stream.concat(device.holders().stream(),
                device.instances().stream().map(MigInstanceReadings::holder).flatMap(Stream::ofNullable)));
    }

    static List<String> holdersOf(MigInstanceReadings instance) {
        return podKeys(Stream.ofNullable(instance.holder()));
    }

    static String joinedNames(List<String> pods) {
        return String.join(", ", pods);
    }

    private static List<String> podKeys(Stream<ReportedDeviceUser> holders) {
        return holders.map(ReportedDeviceUser::holderKey).distinct().sorted().toList();
    }
}

package tessera.alerts.engine;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.ReportedDeviceUser;

/** The pods that exporters name as users of devices, each once and in alphabetical order. */
final class DeviceHolders {

    private DeviceHolders() {}

    static List<String> holdersOf(DeviceReadings device) {
        return podKeys(Stream.concat(device.holders().stream(),
                device.instances().stream().map(InstanceReadings::holder).flatMap(Stream::ofNullable)));
    }

    static List<String> holdersOf(InstanceReadings instance) {
        return podKeys(Stream.ofNullable(instance.holder()));
    }

    static String joinedNames(List<String> pods) {
        return String.join(", ", pods);
    }

    private static List<String> podKeys(Stream<ReportedDeviceUser> holders) {
        return holders.map(ReportedDeviceUser::holderKey).distinct().sorted().toList();
    }
}

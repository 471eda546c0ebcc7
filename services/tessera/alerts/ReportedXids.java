package tessera.alerts;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.XidOrHealthCheckReading;

/** The XIDs that an exporter tells of a device now. */
public final class ReportedXids {

    private ReportedXids() {}

    /** Returns the codes that it counts in its window. */
    static IntStream recentCodes(DeviceReadings device) {
        return countedCodes(device, DeviceMetric.XID_COUNT);
    }

    /** Returns the codes that it keeps for as long as it runs: those of its totals, and the last one. */
    static IntStream keptCodes(DeviceReadings device) {
        return IntStream.concat(countedCodes(device, DeviceMetric.XID_TOTAL),
                IntStream.of((int) device.values().get(DeviceMetric.XID)));
    }

    /** Returns whether it tells a code, be it of long ago. */
    public static boolean includes(DeviceReadings device, int code) {
        return IntStream.concat(recentCodes(device), keptCodes(device)).anyMatch(each -> each == code);
    }

    /** Returns the codes that it tells, be it of long ago: the gravest first, those of one grade by number. */
    public static List<Integer> allCodes(DeviceReadings device) {
        return IntStream.concat(recentCodes(device), keptCodes(device)).filter(code -> code > 0).distinct().boxed()
                .sorted(Comparator.comparing((Integer code) -> XidCatalog.standardCatalog().forCode(code).grade())
                        .reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static IntStream countedCodes(DeviceReadings device, DeviceMetric counts) {
        return device.categoriesOf(counts).stream().map(XidOrHealthCheckReading::category)
                .filter(code -> code.matches("\\d{1,4}")).mapToInt(Integer::parseInt);
    }
}

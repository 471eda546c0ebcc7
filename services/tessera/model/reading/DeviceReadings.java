package tessera.model.reading;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.text.OptionalText;

/**
 * The readings of one physical device from an exporter.
 *
 * @param uuid      its identity; empty when the exporter does not tell it
 * @param index     its number on the node, −1 when the exporter does not tell it
 * @param model     as the exporter calls it
 * @param bus       its PCI address; empty when the exporter does not tell it
 * @param holders   who uses it as a whole, or shares it
 * @param values    of the device; where it is cut, sums of its instances where sums are right
 * @param instances its MIG instances in the order of their numbers; empty where it is not cut
 * @param categories of metrics that are told by category, those above zero
 */
public record DeviceReadings(String uuid, int index, String model, String bus, List<ReportedDeviceUser> holders,
        DeviceMetricValues values, List<MigInstanceReadings> instances, List<XidOrHealthCheckReading> categories) {

    private static final Set<DeviceMetric> NOT_UNDER_MIG = EnumSet.of(DeviceMetric.UTILISATION, DeviceMetric.ENCODER,
            DeviceMetric.DECODER);

    /** The titles of the devices that nodes have, not one for each device of a fleet. */
    private static final List<String> TITLES = IntStream.range(0, 16).mapToObj(DeviceReadings::deviceTitle).toList();

    public DeviceReadings {
        holders = List.copyOf(holders);
        instances = List.copyOf(instances);
        categories = List.copyOf(categories);
    }

    /** One of which nothing is told by category. */
    public DeviceReadings(String uuid, int index, String model, String bus, List<ReportedDeviceUser> holders,
            DeviceMetricValues values, List<MigInstanceReadings> instances) {
        this(uuid, index, model, bus, holders, values, instances, List.of());
    }

    /** Returns whether MIG divides the device. */
    public boolean isPartitioned() {
        return !instances.isEmpty();
    }

    public MetricReading readingOf(DeviceMetric deviceMetric) {
        if (values.hasValue(deviceMetric)) {
            return new MetricReading.MeasuredMetricReading(values.get(deviceMetric));
        }
        if (values.isBlank(deviceMetric)) {
            return new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.BLANK);
        }
        return new MetricReading.MissingMetricReading(
                isPartitioned() && NOT_UNDER_MIG.contains(deviceMetric) ? MetricReading.MissingValueReason.NOT_UNDER_MIG
                        : MetricReading.MissingValueReason.NOT_EXPORTED);
    }

    /** Returns the device as it was reported, without what was measured of it and who used it. */
    public DeviceReadings withoutValues() {
        return new DeviceReadings(uuid, index, model, bus, List.of(), DeviceMetricValues.NONE, instances.stream().map(
                instance -> new MigInstanceReadings(instance.id(), instance.profile(), null, DeviceMetricValues.NONE))
                .toList());
    }

    /** Returns the device with what only another reading of it tells, by the identity of the one that knows the UUID. */
    public DeviceReadings mergeMissing(DeviceReadings other) {
        if (uuid.isEmpty() && !other.uuid.isEmpty()) {
            return other.mergeMissing(this);
        }
        var more = other.categories.stream().filter(category -> categoriesOf(category.metric()).isEmpty()).toList();
        return new DeviceReadings(uuid, index < 0 ? other.index : index, OptionalText.orElse(model, other.model),
                OptionalText.orElse(bus, other.bus), firstKnown(holders, other.holders),
                values.mergeMissing(other.values), firstKnown(instances, other.instances),
                Stream.concat(categories.stream(), more.stream()).toList());
    }

    private static <T> List<T> firstKnown(List<T> own, List<T> other) {
        return own.isEmpty() ? other : own;
    }

    public Optional<MigInstanceReadings> findInstance(int id) {
        return instances.stream().filter(instance -> instance.id() == id).findFirst();
    }

    /** Returns these readings with equal parts taken from an earlier reading, as fleets have tens of thousands of devices. */
    public DeviceReadings reuseEqualParts(DeviceReadings before) {
        var parts = instances.stream()
                .map(instance -> before.findInstance(instance.id()).map(instance::reuseEqualParts).orElse(instance))
                .toList();
        return new DeviceReadings(reuseIfEqual(uuid, before.uuid), index, reuseIfEqual(model, before.model),
                reuseIfEqual(bus, before.bus), reuseIfEqual(holders, before.holders),
                reuseIfEqual(values, before.values), parts, reuseIfEqual(categories, before.categories));
    }

    /** Returns the readings of a metric by category that are above zero. */
    public List<XidOrHealthCheckReading> categoriesOf(DeviceMetric deviceMetric) {
        return categories.stream().filter(category -> category.metric() == deviceMetric).toList();
    }

    static <T> T reuseIfEqual(T now, T before) {
        return now.equals(before) ? before : now;
    }

    /** Returns the title of the device on its node, e.g. {@code GPU 3}. */
    public String deviceTitle() {
        if (index < 0) {
            return uuid;
        }
        if (index < TITLES.size()) {
            return TITLES.get(index);
        }
        return deviceTitle(index);
    }

    private static String deviceTitle(int index) {
        return "GPU " + index;
    }

    /**
     * The readings of one MIG instance from an exporter.
     *
     * @param id      the GPU instance's number, which the driver gives; it is no place on the board
     * @param profile e.g. {@code 3g.40gb}
     * @param holder  who uses it; null when the exporter names nobody
     * @param values  its own; those of the board are with the device
     */
    public record MigInstanceReadings(int id, String profile, @Nullable ReportedDeviceUser holder,
            DeviceMetricValues values) {

        MigInstanceReadings reuseEqualParts(MigInstanceReadings before) {
            return new MigInstanceReadings(id, DeviceReadings.reuseIfEqual(profile, before.profile),
                    Objects.equals(holder, before.holder) ? before.holder : holder,
                    DeviceReadings.reuseIfEqual(values, before.values));
        }

        public MetricReading readingOf(DeviceMetric deviceMetric) {
            if (values.hasValue(deviceMetric)) {
                return new MetricReading.MeasuredMetricReading(values.get(deviceMetric));
            }
            return new MetricReading.MissingMetricReading(
                    values.isBlank(deviceMetric) ? MetricReading.MissingValueReason.BLANK
                            : MetricReading.MissingValueReason.NOT_EXPORTED);
        }
    }
}

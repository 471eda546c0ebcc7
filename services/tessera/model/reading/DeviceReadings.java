package tessera.model.reading;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What an exporter reports of one physical device.
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
public record DeviceReadings(String uuid, int index, String model, String bus, List<ReportedHolder> holders,
        MetricValues values,
        List<InstanceReadings> instances, List<CategoryReading> categories) {

    private static final Set<Metric> NOT_UNDER_MIG = EnumSet.of(Metric.UTILISATION, Metric.ENCODER, Metric.DECODER);

    /** The titles of the devices that nodes have, not one for each device of a fleet. */
    private static final List<String> TITLES = IntStream.range(0, 16).mapToObj(DeviceReadings::title).toList();

    public DeviceReadings {
        holders = List.copyOf(holders);
        instances = List.copyOf(instances);
        categories = List.copyOf(categories);
    }

    /** One of which nothing is told by category. */
    public DeviceReadings(String uuid, int index, String model, String bus, List<ReportedHolder> holders,
            MetricValues values,
            List<InstanceReadings> instances) {
        this(uuid, index, model, bus, holders, values, instances, List.of());
    }

    /** Whether it is cut by MIG. */
    public boolean cut() {
        return !instances.isEmpty();
    }

    public MetricReading reading(Metric metric) {
        if (values.has(metric)) {
            return new MetricReading.MeasuredValue(values.get(metric));
        }
        if (values.blank(metric)) {
            return new MetricReading.MissingValue(MetricReading.MissingReason.BLANK);
        }
        return new MetricReading.MissingValue(
                cut() && NOT_UNDER_MIG.contains(metric) ? MetricReading.MissingReason.NOT_UNDER_MIG
                        : MetricReading.MissingReason.NOT_EXPORTED);
    }

    public Optional<InstanceReadings> instance(int id) {
        return instances.stream().filter(instance -> instance.id() == id).findFirst();
    }

    /** The same, of the same parts as an earlier reading where these are equal: fleets have tens of thousands of devices. */
    public DeviceReadings sharing(DeviceReadings before) {
        var parts = instances.stream().map(instance -> before.instance(instance.id())
                .map(instance::sharing).orElse(instance)).toList();
        return new DeviceReadings(same(uuid, before.uuid), index, same(model, before.model), same(bus, before.bus),
                same(holders, before.holders), same(values, before.values), parts,
                same(categories, before.categories));
    }

    /** What is told of a metric by category, as far as it is above zero. */
    public List<CategoryReading> categories(Metric metric) {
        return categories.stream().filter(category -> category.metric() == metric).toList();
    }

    static <T> T same(T now, T before) {
        return now.equals(before) ? before : now;
    }

    /** What names it on its node, e.g. {@code GPU 3}. */
    public String title() {
        if (index < 0) {
            return uuid;
        }
        return index < TITLES.size() ? TITLES.get(index) : title(index);
    }

    private static String title(int index) {
        return "GPU " + index;
    }
}

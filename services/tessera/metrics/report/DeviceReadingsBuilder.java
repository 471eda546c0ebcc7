package tessera.metrics.report;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.report.GpuPartitionReadingsMerger.GpuPartition;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetric.DeviceOrInstanceLevel;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.MetricUnit;
import tessera.model.reading.ReportedDeviceUser;
import tessera.model.reading.XidOrHealthCheckReading;

/**
 * A device while its samples are gathered. What belongs to the board is repeated on every instance and counts once; what
 * belongs to an instance is summed, or weighed by its share of the compute, if every instance reports it.
 */
final class DeviceReadingsBuilder {

    static final Comparator<DeviceReadings> BY_NUMBER = Comparator.comparingInt(DeviceReadings::index)
            .thenComparing(DeviceReadings::uuid);

    /** What instances have of the board's memory says nothing of the rest of it. */
    private static final Set<DeviceMetric> WHOLE_BOARD = EnumSet.of(DeviceMetric.MEMORY_TOTAL, DeviceMetric.MEMORY_FREE,
            DeviceMetric.MEMORY_RESERVED);

    private static final Set<DeviceMetric> MEMORY_PARTS = EnumSet.of(DeviceMetric.MEMORY_USED, DeviceMetric.MEMORY_FREE,
            DeviceMetric.MEMORY_RESERVED);
    private static final Pattern NAMED_MEMORY = Pattern.compile("\\b(\\d{1,4})GB\\b");
    private static final double GIBIBYTE = 1 << 30;
    private static final double LEAST_TOLERANCE = 2 << 20;
    private static final double TOLERATED_SHARE = 0.005;

    private ExporterDeviceIdentity identity;
    private final MigProductCatalog products;
    private final GpuPartition gpuPartition;
    final SampledValues values = new SampledValues();
    private final Set<ReportedDeviceUser> holders = new LinkedHashSet<>();
    private final Map<String, XidOrHealthCheckReading> categories = new TreeMap<>();
    private final TreeMap<Integer, MigInstanceReadingsBuilder> instances = new TreeMap<>();

    DeviceReadingsBuilder(ExporterDeviceIdentity identity, GpuPartition gpuPartition, MigProductCatalog products) {
        this.gpuPartition = gpuPartition;
        this.identity = identity;
        this.products = products;
    }

    /** Adds parts of the identity that other series of the exporter lack. */
    void addIdentity(ExporterDeviceIdentity more) {
        identity = identity.mergeMissing(more);
    }

    /** Returns whether the device has another identity. */
    boolean differs(ExporterDeviceIdentity other) {
        return !identity.uuid().isEmpty() && !other.uuid().isEmpty() && !identity.uuid().equals(other.uuid());
    }

    GpuPartition partition() {
        return gpuPartition;
    }

    void addHolder(@Nullable ReportedDeviceUser holder) {
        if (holder != null) {
            holders.add(holder);
        }
    }

    /** Adds a category reading; of one category that several instances report the highest counts. */
    void addCategory(XidOrHealthCheckReading reading) {
        categories.merge(reading.metric() + " " + reading.category(), reading,
                (one, other) -> other.value() > one.value() ? other : one);
    }

    MigInstanceReadingsBuilder instance(int id, String profile) {
        return instances.computeIfAbsent(id, _ -> new MigInstanceReadingsBuilder(id, profile));
    }

    DeviceReadings build() {
        values.dropImpossibleMemory(namedMemory());
        if (!instances.isEmpty()) {
            sumInstances();
        }
        values.completeMemory();
        var cut = instances.values().stream().map(MigInstanceReadingsBuilder::build).toList();
        return new DeviceReadings(identity.uuid(), identity.index(), identity.model(), identity.bus(),
                cut.isEmpty() ? List.copyOf(holders) : List.of(), values.build(), cut,
                List.copyOf(categories.values()));
    }

    /** Returns the memory that the model's name says, in bytes, rounded up; infinite where it says none. */
    private double namedMemory() {
        var named = NAMED_MEMORY.matcher(identity.model());
        return named.find() ? (Integer.parseInt(named.group(1)) + 1) * GIBIBYTE : Double.POSITIVE_INFINITY;
    }

    private void sumInstances() {
        for (var instance : instances.values()) {
            instance.values.dropImpossibleMemory(namedMemory());
            instance.values.completeMemory();
        }
        var product = products.findByModel(identity.model());
        for (var deviceMetric : DeviceMetric.values()) {
            if (deviceMetric.metricLevel() != DeviceOrInstanceLevel.INSTANCE
                    || (WHOLE_BOARD.contains(deviceMetric) && !coversAllMemory(product))) {
                continue;
            }
            double sum = 0;
            for (var instance : instances.values()) {
                sum += instance.values.get(deviceMetric) * weightOf(deviceMetric, instance, product);
            }
            // An instance that does not report it makes the sum no number, which is what is known then.
            if (!Double.isNaN(sum)) {
                values.putComputed(deviceMetric, sum);
            }
        }
    }

    /** Returns the share of the board that an instance has: by memory for metrics of the memory, else by compute. */
    private static double weightOf(DeviceMetric deviceMetric, MigInstanceReadingsBuilder instance,
            Optional<MigProduct> product) {
        if (deviceMetric.unit() != MetricUnit.RATIO) {
            return 1;
        }
        if (deviceMetric == DeviceMetric.MEMORY_BANDWIDTH) {
            int units = instance.memoryUnits(product);
            return units == 0 ? Double.NaN : (double) units / memoryUnits(product);
        }
        return (double) instance.slices / product.map(MigProduct::computeSlices).orElse(MigProfile.SLICES);
    }

    private static int memoryUnits(Optional<MigProduct> product) {
        return product.map(migProduct -> migProduct.memoryUnits().orElse(MigProfile.UNITS)).orElse(MigProfile.UNITS);
    }

    /** Returns whether the instances take all memory that instances can take: of seven eighths the last is left over. */
    private boolean coversAllMemory(Optional<MigProduct> product) {
        int taken = instances.values().stream().mapToInt(instance -> instance.memoryUnits(product)).sum();
        return taken >= memoryUnits(product) - 1;
    }

    /** A MIG instance while its samples are gathered. */
    static final class MigInstanceReadingsBuilder {

        final SampledValues values = new SampledValues();
        private final int id;
        private final String profile;
        private final int slices;
        private @Nullable ReportedDeviceUser holder;

        MigInstanceReadingsBuilder(int id, String profile) {
            this.id = id;
            this.profile = profile;
            this.slices = MigProfile.parse(profile).map(MigProfile::slices).orElse(1);
        }

        /** Returns the memory units of the instance; none where that is not known. */
        int memoryUnits(Optional<MigProduct> product) {
            return product.flatMap(migProduct -> MigProfile.parse(profile).flatMap(migProduct::findProfile))
                    .map(size -> size.memorySlices().orElse(0)).orElse(0);
        }

        void addHolder(@Nullable ReportedDeviceUser user) {
            holder = holder == null ? user : holder;
        }

        MigInstanceReadings build() {
            return new MigInstanceReadings(id, profile, holder, values.build());
        }
    }

    /** The series that a value came from. */
    record ValueSourceSeries(String name, SeriesLabelSet labels) {

        /** None: it was worked out. */
        static final ValueSourceSeries HERE = new ValueSourceSeries("", SeriesLabelSet.EMPTY);
    }

    /** The values sampled so far; of two names for one metric the better one counts. */
    static final class SampledValues {

        private final DeviceMetricValues.MetricValuesBuilder draft = new DeviceMetricValues.MetricValuesBuilder();
        private final int[] ranks = new int[DeviceMetric.values().length];
        /** Of which series each is. */
        private final ValueSourceSeries[] origins = new ValueSourceSeries[DeviceMetric.values().length];

        double get(DeviceMetric deviceMetric) {
            return draft.get(deviceMetric);
        }

        /** Notes that a series reports a value that is no measurement; another series of the metric may have one. */
        void noteBlank(DeviceMetric deviceMetric) {
            draft.markBlank(deviceMetric);
        }

        /** Sets a computed value. */
        void putComputed(DeviceMetric deviceMetric, double value) {
            putSample(deviceMetric, value, 0, ValueSourceSeries.HERE);
        }

        /**
         * Sets the value of a series. Where the one that counts is there twice, what it says first does, as in a Prometheus. Of
         * several about one board that with the largest value counts.
         *
         * @param rank how good the source is; the lower the better
         * @return whether it contradicts: the value that counts is of the same series, and another
         */
        @SuppressWarnings("EnumOrdinal")
        boolean putSample(DeviceMetric deviceMetric, double value, int rank, ValueSourceSeries origin) {
            int position = deviceMetric.ordinal();
            if (!draft.hasValue(deviceMetric) || rank < ranks[position]) {
                ranks[position] = rank;
                origins[position] = origin;
                draft.set(deviceMetric, value);
            } else if (rank == ranks[position] && origin.equals(origins[position])) {
                return value != draft.get(deviceMetric);
            } else if (rank == ranks[position] && deviceMetric.metricLevel() == DeviceOrInstanceLevel.BOARD
                    && value > draft.get(deviceMetric)) {
                origins[position] = origin;
                draft.set(deviceMetric, value);
            }
            return false;
        }

        /**
         * Takes what is more than there can be for no measurement: no part of the memory is larger than all of it. One that is
         * larger by little was rounded, or read at another moment than the total, and is all of it.
         */
        void dropImpossibleMemory(double most) {
            if (draft.get(DeviceMetric.MEMORY_TOTAL) > most) {
                draft.set(DeviceMetric.MEMORY_TOTAL, Double.NaN).markBlank(DeviceMetric.MEMORY_TOTAL);
            }
            boolean exported = draft.hasValue(DeviceMetric.MEMORY_TOTAL);
            double total = exported ? draft.get(DeviceMetric.MEMORY_TOTAL) : most;
            double tolerance = exported ? Math.max(LEAST_TOLERANCE, total * TOLERATED_SHARE) : 0;
            for (var part : MEMORY_PARTS) {
                if (draft.get(part) > total + tolerance) {
                    draft.set(part, Double.NaN).markBlank(part);
                } else if (draft.get(part) > total) {
                    draft.set(part, total);
                }
            }
        }

        /** Computes the total memory, where only its parts are exported. */
        void completeMemory() {
            if (draft.get(DeviceMetric.MEMORY_USED) == 0 && draft.get(DeviceMetric.MEMORY_FREE) == 0) {
                // Neither is measured: no device has no memory.
                draft.set(DeviceMetric.MEMORY_USED, Double.NaN).markBlank(DeviceMetric.MEMORY_USED)
                        .set(DeviceMetric.MEMORY_FREE, Double.NaN).markBlank(DeviceMetric.MEMORY_FREE);
            }
            if (!draft.hasValue(DeviceMetric.MEMORY_TOTAL) && draft.hasValue(DeviceMetric.MEMORY_USED)
                    && draft.hasValue(DeviceMetric.MEMORY_FREE)) {
                double reserved = draft.hasValue(DeviceMetric.MEMORY_RESERVED) ? draft.get(DeviceMetric.MEMORY_RESERVED)
                        : 0;
                draft.set(DeviceMetric.MEMORY_TOTAL,
                        draft.get(DeviceMetric.MEMORY_USED) + draft.get(DeviceMetric.MEMORY_FREE) + reserved);
            }
        }

        DeviceMetricValues build() {
            return draft.toValues();
        }
    }
}

package tessera.metrics.report;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.report.PartitionedBoards.Partition;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.model.reading.CategoryReading;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.Metric.MetricLevel;
import tessera.model.reading.MetricUnit;
import tessera.model.reading.MetricValues;
import tessera.model.reading.ReportedDeviceUser;

/**
 * A device while its samples are gathered. What belongs to the board is repeated on every instance and counts once; what
 * belongs to an instance is summed, or weighed by its share of the compute, if every instance reports it.
 */
final class DeviceReadingDraft {

    static final Comparator<DeviceReadings> BY_NUMBER = Comparator.comparingInt(DeviceReadings::index)
            .thenComparing(DeviceReadings::uuid);

    /** What instances have of the board's memory says nothing of the rest of it. */
    private static final Set<Metric> WHOLE_BOARD = EnumSet.of(Metric.MEMORY_TOTAL, Metric.MEMORY_FREE,
            Metric.MEMORY_RESERVED);

    private DeviceIdentity identity;
    private final MigProducts products;
    private final Partition partition;
    final SampledValues values = new SampledValues();
    private final Set<ReportedDeviceUser> holders = new LinkedHashSet<>();
    private final Map<String, CategoryReading> categories = new TreeMap<>();
    private final TreeMap<Integer, InstanceDraft> instances = new TreeMap<>();

    DeviceReadingDraft(DeviceIdentity identity, Partition partition, MigProducts products) {
        this.partition = partition;
        this.identity = identity;
        this.products = products;
    }

    /** Adds parts of the identity that other series of the exporter lack. */
    void addIdentity(DeviceIdentity more) {
        identity = identity.mergeMissing(more);
    }

    /** Returns whether the device has another identity. */
    boolean differs(DeviceIdentity other) {
        return !identity.uuid().isEmpty() && !other.uuid().isEmpty() && !identity.uuid().equals(other.uuid());
    }

    Partition partition() {
        return partition;
    }

    void addHolder(@Nullable ReportedDeviceUser holder) {
        if (holder != null) {
            holders.add(holder);
        }
    }

    /** Adds a category reading; of one category that several instances report the highest counts. */
    void addCategory(CategoryReading reading) {
        categories.merge(reading.metric() + " " + reading.category(), reading,
                (one, other) -> other.value() > one.value() ? other : one);
    }

    InstanceDraft instance(int id, String profile) {
        return instances.computeIfAbsent(id, _ -> new InstanceDraft(id, profile));
    }

    DeviceReadings build() {
        if (!instances.isEmpty()) {
            sumInstances();
        }
        values.completeMemory();
        var cut = instances.values().stream().map(InstanceDraft::build).toList();
        return new DeviceReadings(identity.uuid(), identity.index(), identity.model(), identity.bus(),
                cut.isEmpty() ? List.copyOf(holders) : List.of(), values.build(), cut,
                List.copyOf(categories.values()));
    }

    private void sumInstances() {
        for (var instance : instances.values()) {
            instance.values.completeMemory();
        }
        var product = products.findByModel(identity.model());
        for (var metric : Metric.values()) {
            if (metric.metricLevel() != MetricLevel.INSTANCE
                    || (WHOLE_BOARD.contains(metric) && !coversAllMemory(product))) {
                continue;
            }
            double sum = 0;
            for (var instance : instances.values()) {
                sum += instance.values.get(metric) * weightOf(metric, instance, product);
            }
            // An instance that does not report it makes the sum no number, which is what is known then.
            if (!Double.isNaN(sum)) {
                values.putComputed(metric, sum);
            }
        }
    }

    /** Returns the share of the board that an instance has: by memory for metrics of the memory, else by compute. */
    private static double weightOf(Metric metric, InstanceDraft instance, Optional<MigProduct> product) {
        if (metric.unit() != MetricUnit.RATIO) {
            return 1;
        }
        if (metric == Metric.MEMORY_BANDWIDTH) {
            int units = instance.memoryUnits(product);
            return units == 0 ? Double.NaN : (double) units / memoryUnits(product);
        }
        return (double) instance.slices / product.map(MigProduct::computeSlices).orElse(MigProfile.SLICES);
    }

    private static int memoryUnits(Optional<MigProduct> product) {
        return product.map(known -> known.memoryUnits().orElse(MigProfile.UNITS)).orElse(MigProfile.UNITS);
    }

    /** Returns whether the instances take all memory that instances can take: of seven eighths the last is left over. */
    private boolean coversAllMemory(Optional<MigProduct> product) {
        int taken = instances.values().stream().mapToInt(instance -> instance.memoryUnits(product)).sum();
        return taken >= memoryUnits(product) - 1;
    }

    /** A MIG instance while its samples are gathered. */
    static final class InstanceDraft {

        final SampledValues values = new SampledValues();
        private final int id;
        private final String profile;
        private final int slices;
        private @Nullable ReportedDeviceUser holder;

        InstanceDraft(int id, String profile) {
            this.id = id;
            this.profile = profile;
            this.slices = MigProfile.parse(profile).map(MigProfile::slices).orElse(1);
        }

        /** Returns the memory units of the instance; none where that is not known. */
        int memoryUnits(Optional<MigProduct> product) {
            return product.flatMap(known -> MigProfile.parse(profile).flatMap(known::findProfile))
                    .map(size -> size.memorySlices().orElse(0)).orElse(0);
        }

        void addHolder(@Nullable ReportedDeviceUser named) {
            holder = holder == null ? named : holder;
        }

        InstanceReadings build() {
            return new InstanceReadings(id, profile, holder, values.build());
        }
    }

    /** The series that a value came from. */
    record ValueOrigin(String name, LabelSet labels) {

        /** None: it was worked out. */
        static final ValueOrigin HERE = new ValueOrigin("", LabelSet.EMPTY);
    }

    /** The values sampled so far; of two names for one metric the better one counts. */
    static final class SampledValues {

        private final MetricValues.ValuesDraft draft = new MetricValues.ValuesDraft();
        private final int[] ranks = new int[Metric.values().length];
        /** Of which series each is. */
        private final ValueOrigin[] origins = new ValueOrigin[Metric.values().length];

        boolean has(Metric metric) {
            return draft.hasValue(metric);
        }

        double get(Metric metric) {
            return draft.get(metric);
        }

        /** Notes that a series reports a value that is no measurement; another series of the metric may have one. */
        void noteBlank(Metric metric) {
            draft.markBlank(metric);
        }

        /** Sets a computed value. */
        void putComputed(Metric metric, double value) {
            putSample(metric, value, 0, ValueOrigin.HERE);
        }

        /**
         * Sets the value of a series. Where the one that counts is there twice, what it says first does, as in a Prometheus. Of
         * several about one board that with the largest value counts.
         *
         * @param rank how good the source is; the lower the better
         * @return whether it contradicts: the value that counts is of the same series, and another
         */
        @SuppressWarnings("EnumOrdinal")
        boolean putSample(Metric metric, double value, int rank, ValueOrigin origin) {
            int position = metric.ordinal();
            if (!draft.hasValue(metric) || rank < ranks[position]) {
                ranks[position] = rank;
                origins[position] = origin;
                draft.set(metric, value);
            } else if (rank == ranks[position] && origin.equals(origins[position])) {
                return value != draft.get(metric);
            } else if (rank == ranks[position] && metric.metricLevel() == MetricLevel.BOARD
                    && value > draft.get(metric)) {
                origins[position] = origin;
                draft.set(metric, value);
            }
            return false;
        }

        /** Computes the total memory, where only its parts are exported. */
        void completeMemory() {
            if (draft.get(Metric.MEMORY_USED) == 0 && draft.get(Metric.MEMORY_FREE) == 0) {
                // Neither is measured: no device has no memory.
                draft.set(Metric.MEMORY_USED, Double.NaN).markBlank(Metric.MEMORY_USED)
                        .set(Metric.MEMORY_FREE, Double.NaN).markBlank(Metric.MEMORY_FREE);
            }
            if (!draft.hasValue(Metric.MEMORY_TOTAL) && draft.hasValue(Metric.MEMORY_USED)
                    && draft.hasValue(Metric.MEMORY_FREE)) {
                double reserved = draft.hasValue(Metric.MEMORY_RESERVED) ? draft.get(Metric.MEMORY_RESERVED) : 0;
                draft.set(Metric.MEMORY_TOTAL,
                        draft.get(Metric.MEMORY_USED) + draft.get(Metric.MEMORY_FREE) + reserved);
            }
        }

        MetricValues build() {
            return draft.toValues();
        }
    }
}

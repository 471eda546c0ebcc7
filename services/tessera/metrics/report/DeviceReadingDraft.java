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
import tessera.model.reading.ReportedHolder;

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
    private final Set<ReportedHolder> holders = new LinkedHashSet<>();
    private final Map<String, CategoryReading> categories = new TreeMap<>();
    private final TreeMap<Integer, InstanceDraft> instances = new TreeMap<>();

    DeviceReadingDraft(DeviceIdentity identity, Partition partition, MigProducts products) {
        this.partition = partition;
        this.identity = identity;
        this.products = products;
    }

    /** Some exporters tell on one series what others lack. */
    void learn(DeviceIdentity more) {
        identity = identity.with(more);
    }

    /** Whether it has another name. */
    boolean differs(DeviceIdentity other) {
        return !identity.uuid().isEmpty() && !other.uuid().isEmpty() && !identity.uuid().equals(other.uuid());
    }

    Partition partition() {
        return partition;
    }

    void holder(@Nullable ReportedHolder holder) {
        if (holder != null) {
            holders.add(holder);
        }
    }

    /** Of one category that several instances tell the highest counts. */
    void category(CategoryReading reading) {
        categories.merge(reading.metric() + " " + reading.category(), reading,
                (one, other) -> other.value() > one.value() ? other : one);
    }

    InstanceDraft instance(int id, String profile) {
        return instances.computeIfAbsent(id, _ -> new InstanceDraft(id, profile));
    }

    DeviceReadings done() {
        if (!instances.isEmpty()) {
            sumUp();
        }
        values.completeMemory();
        var cut = instances.values().stream().map(InstanceDraft::done).toList();
        return new DeviceReadings(identity.uuid(), identity.index(), identity.model(), identity.bus(),
                cut.isEmpty() ? List.copyOf(holders) : List.of(), values.done(), cut,
                List.copyOf(categories.values()));
    }

    private void sumUp() {
        for (var instance : instances.values()) {
            instance.values.completeMemory();
        }
        var product = products.byModel(identity.model());
        for (var metric : Metric.values()) {
            if (metric.scope() != MetricLevel.INSTANCE || (WHOLE_BOARD.contains(metric) && !cutWhole(product))) {
                continue;
            }
            double sum = 0;
            for (var instance : instances.values()) {
                sum += instance.values.get(metric) * weight(metric, instance, product);
            }
            // An instance that does not report it makes the sum no number, which is what is known then.
            if (!Double.isNaN(sum)) {
                values.put(metric, sum);
            }
        }
    }

    /** Which part of the board's share an instance's is: of the memory for what the memory does, else of the compute. */
    private static double weight(Metric metric, InstanceDraft instance, Optional<MigProduct> product) {
        if (metric.unit() != MetricUnit.RATIO) {
            return 1;
        }
        if (metric == Metric.MEMORY_BANDWIDTH) {
            int units = instance.units(product);
            return units == 0 ? Double.NaN : (double) units / units(product);
        }
        return (double) instance.slices / product.map(MigProduct::computeSlices).orElse(MigProfile.SLICES);
    }

    private static int units(Optional<MigProduct> product) {
        return product.map(known -> known.memoryUnits().orElse(MigProfile.UNITS)).orElse(MigProfile.UNITS);
    }

    /** Whether the instances take all of the memory that instances can take: of seven eighths the last is left over. */
    private boolean cutWhole(Optional<MigProduct> product) {
        int taken = instances.values().stream().mapToInt(instance -> instance.units(product)).sum();
        return taken >= units(product) - 1;
    }

    /** A MIG instance while its samples are gathered. */
    static final class InstanceDraft {

        final SampledValues values = new SampledValues();
        private final int id;
        private final String profile;
        private final int slices;
        private @Nullable ReportedHolder holder;

        InstanceDraft(int id, String profile) {
            this.id = id;
            this.profile = profile;
            this.slices = MigProfile.parse(profile).map(MigProfile::slices).orElse(1);
        }

        /** Of the memory; none where that is not known. */
        int units(Optional<MigProduct> product) {
            return product.flatMap(known -> MigProfile.parse(profile).flatMap(known::profile))
                    .map(size -> size.memorySlices().orElse(0)).orElse(0);
        }

        void holder(@Nullable ReportedHolder named) {
            holder = holder == null ? named : holder;
        }

        InstanceReadings done() {
            return new InstanceReadings(id, profile, holder, values.done());
        }
    }

    /** Which series a value is of. */
    record ValueOrigin(String name, LabelSet labels) {

        /** None: it was worked out. */
        static final ValueOrigin HERE = new ValueOrigin("", LabelSet.EMPTY);
    }

    /** What has been sampled so far; of two names for one thing the better one counts. */
    static final class SampledValues {

        private final MetricValues.ValuesDraft draft = new MetricValues.ValuesDraft();
        private final int[] ranks = new int[Metric.values().length];
        /** Of which series each is. */
        private final ValueOrigin[] origins = new ValueOrigin[Metric.values().length];

        boolean has(Metric metric) {
            return draft.has(metric);
        }

        double get(Metric metric) {
            return draft.get(metric);
        }

        /** Notes that a series tells a value that is no measurement; another that tells the same metric may know more. */
        void blank(Metric metric) {
            draft.blank(metric);
        }

        /** Sets what was worked out here. */
        void put(Metric metric, double value) {
            put(metric, value, 0, ValueOrigin.HERE);
        }

        /**
         * Sets what a series says. Where the one that counts is there twice, what it says first does, as in a Prometheus. Of
         * several about one board that with the largest value counts.
         *
         * @param rank how good the source is; the lower the better
         * @return whether it contradicts: the value that counts is of the same series, and another
         */
        @SuppressWarnings("EnumOrdinal")
        boolean put(Metric metric, double value, int rank, ValueOrigin origin) {
            int place = metric.ordinal();
            if (!draft.has(metric) || rank < ranks[place]) {
                ranks[place] = rank;
                origins[place] = origin;
                draft.set(metric, value);
            } else if (rank == ranks[place] && origin.equals(origins[place])) {
                return value != draft.get(metric);
            } else if (rank == ranks[place] && metric.scope() == MetricLevel.BOARD && value > draft.get(metric)) {
                origins[place] = origin;
                draft.set(metric, value);
            }
            return false;
        }

        /** The whole of the memory, where only its parts are exported. */
        void completeMemory() {
            if (draft.get(Metric.MEMORY_USED) == 0 && draft.get(Metric.MEMORY_FREE) == 0) {
                // Neither is measured: no device has no memory.
                draft.set(Metric.MEMORY_USED, Double.NaN).blank(Metric.MEMORY_USED)
                        .set(Metric.MEMORY_FREE, Double.NaN).blank(Metric.MEMORY_FREE);
            }
            if (!draft.has(Metric.MEMORY_TOTAL) && draft.has(Metric.MEMORY_USED) && draft.has(Metric.MEMORY_FREE)) {
                double reserved = draft.has(Metric.MEMORY_RESERVED) ? draft.get(Metric.MEMORY_RESERVED) : 0;
                draft.set(Metric.MEMORY_TOTAL,
                        draft.get(Metric.MEMORY_USED) + draft.get(Metric.MEMORY_FREE) + reserved);
            }
        }

        MetricValues done() {
            return draft.done();
        }
    }
}

package tessera.metrics.report;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.catalog.ExporterMetricMeaning;
import tessera.metrics.catalog.ExposedMetricType;
import tessera.metrics.catalog.MetricValueScope;
import tessera.metrics.catalog.MetricsExporterProfile;
import tessera.metrics.catalog.SeriesLabelRole;
import tessera.metrics.exposition.MetricsExpositionSample;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.report.DeviceReadingsBuilder.MigInstanceReadingsBuilder;
import tessera.metrics.report.DeviceReadingsBuilder.ValueSourceSeries;
import tessera.metrics.report.ExporterReadingsReason.ContradictoryValues;
import tessera.metrics.report.ExporterReadingsReason.InvalidValue;
import tessera.metrics.report.ExporterReadingsReason.InvalidValues;
import tessera.metrics.report.GpuPartitionReadingsMerger.GpuPartition;
import tessera.metrics.report.GpuPartitionReadingsMerger.GpuPartitionDevice;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.model.reading.XidOrHealthCheckReading;
import tessera.text.Reason;

/**
 * Gathers the series of one node by device, from any source. A device repeats its labels on
 * every series, and readers mostly hand out the same object then: whom labels mean is worked out once for each.
 */
public final class NodeDeviceReadingsAssembler {

    /** More than any machine has. */
    private static final int MOST_DEVICES = 10_000;

    private final ExporterMetricCatalog catalogue;
    private final MigProductCatalog products;
    private final Map<String, DeviceReadingsBuilder> devices = new LinkedHashMap<>();
    private final Map<String, DeviceReadingsBuilder> numbered = new HashMap<>();
    private final Map<SeriesLabelSet, Optional<SeriesGpuOrMigInstance>> subjects = new HashMap<>();
    private long latestMillis = Long.MIN_VALUE;
    private long absurd;
    private @Nullable ExporterReadingsReason firstAbsurd;

    /** The device or MIG instance that a series is about. */
    private record SeriesGpuOrMigInstance(DeviceReadingsBuilder device,
            @Nullable MigInstanceReadingsBuilder instance) {}

    public NodeDeviceReadingsAssembler(ExporterMetricCatalog catalogue, MigProductCatalog products) {
        this.catalogue = catalogue;
        this.products = products;
    }

    /** Adds a value of a page; ignored where it is not about a device. */
    void addSample(MetricsExpositionSample sample) {
        if (sample.hasTimestamp()) {
            latestMillis = Math.max(latestMillis, sample.epochMillis());
        }
        addValue(sample.name(), sample.labels(), sample.value());
    }

    /** Returns the newest timestamp by the exporter's clock; null where it gave none. */
    @Nullable
    Instant newestTimestamp() {
        return latestMillis == Long.MIN_VALUE ? null : Instant.ofEpochMilli(latestMillis);
    }

    /** Adds a value; ignored where it is not about a device. */
    public void addValue(String name, SeriesLabelSet labels, double value) {
        var meanings = catalogue.findByName(name);
        for (int i = 0; i < meanings.size(); i++) {
            var meaning = meanings.get(i);
            if (meaning.scope() != MetricValueScope.NODE && !isRateOf(meaning) && meaning.matches(labels)) {
                putMeaning(meaning, new ValueSourceSeries(name, labels), value);
            }
        }
        if (meanings.isEmpty()) {
            identifyDevice(name, labels, value);
        }
    }

    /** Reads the identity of a device from a series that is no measurement. */
    private void identifyDevice(String name, SeriesLabelSet labels, double value) {
        var exporter = catalogue.identifyingExporter(name);
        if (exporter != null) {
            subjects.computeIfAbsent(labels, _ -> subjectOf(exporter, labels)).map(SeriesGpuOrMigInstance::device)
                    .filter(_ -> name.equals(exporter.number()) && value >= 0 && value < MOST_DEVICES)
                    .ifPresent(device -> device.addIdentity(new ExporterDeviceIdentity("", (int) value, "", "")));
        }
    }

    /** Returns whether it is a counter whose rate is wanted: one page alone does not give it. */
    private static boolean isRateOf(ExporterMetricMeaning meaning) {
        return meaning.kind() == ExposedMetricType.COUNTER && !meaning.metric().isCounter();
    }

    private void putMeaning(ExporterMetricMeaning meaning, ValueSourceSeries origin, double value) {
        if (Double.isNaN(value)) {
            // How an exporter says that it does not know.
            return;
        }
        if (Double.isInfinite(value) || value < 0) {
            noteProblem(new InvalidValue(meaning.name(), value));
            return;
        }
        var subject = subjects.get(origin.labels());
        if (subject == null) {
            subject = subjectOf(meaning.exporter(), origin.labels());
            subjects.put(origin.labels(), subject);
        }
        if (subject.isPresent() && putValue(subject.get(), meaning, origin, meaning.convertValue(value))) {
            noteProblem(new ContradictoryValues(origin.name()));
        }
    }

    private void noteProblem(ExporterReadingsReason problem) {
        absurd++;
        firstAbsurd = Objects.requireNonNullElse(firstAbsurd, problem);
    }

    /** Stores a value, and returns whether it contradicts an earlier one of the same series. */
    private static boolean putValue(SeriesGpuOrMigInstance about, ExporterMetricMeaning meaning,
            ValueSourceSeries origin, double value) {
        var instance = about.instance();
        boolean own = instance != null && meaning.scope() == MetricValueScope.INSTANCE;
        var values = own && instance != null ? instance.values : about.device().values;
        if (Double.isNaN(value)) {
            values.noteBlank(meaning.metric());
            return false;
        }
        if (!meaning.category().isEmpty() && value > 0) {
            about.device().addCategory(new XidOrHealthCheckReading(meaning.metric(),
                    origin.labels().valueOf(meaning.category()), value, origin.labels().valueOf(meaning.detail())));
        }
        return values.putSample(meaning.metric(), value, meaning.preference(), origin);
    }

    private Optional<SeriesGpuOrMigInstance> subjectOf(MetricsExporterProfile exporter, SeriesLabelSet labels) {
        var identity = new ExporterDeviceIdentity(exporter.readLabel(SeriesLabelRole.UUID, labels),
                parseNumber(exporter.readLabel(SeriesLabelRole.INDEX, labels)),
                exporter.readLabel(SeriesLabelRole.MODEL, labels), exporter.readLabel(SeriesLabelRole.PCI, labels));
        if (!identity.isKnown()) {
            return Optional.empty();
        }
        var gpuPartition = partitionOf(exporter, labels);
        var part = gpuPartition.isWholeBoard() ? "" : "/" + gpuPartition.number();
        var number = exporter.vendor() + "#" + identity.index() + part;
        var key = identity.uuid().isEmpty() ? number : identity.uuid() + part;
        // Some series of a device lack its name: the number tells which one it is.
        var device = devices.computeIfAbsent(key,
                _ -> Optional.ofNullable(numbered.get(number))
                        .filter(readingsBuilder -> identity.index() >= 0 && !readingsBuilder.differs(identity))
                        .orElseGet(() -> new DeviceReadingsBuilder(identity, gpuPartition, products)));
        numbered.putIfAbsent(number, device);
        device.addIdentity(identity);
        var holder = holderOf(exporter, labels);
        var profile = exporter.readLabel(SeriesLabelRole.PROFILE, labels);
        int id = parseNumber(exporter.readLabel(SeriesLabelRole.INSTANCE, labels));
        if (id < 0 || MigProfile.parse(profile).isEmpty()) {
            device.addHolder(holder);
            return Optional.of(new SeriesGpuOrMigInstance(device, null));
        }
        var instance = device.instance(id, profile);
        instance.addHolder(holder);
        return Optional.of(new SeriesGpuOrMigInstance(device, instance));
    }

    private static @Nullable ReportedDeviceUser holderOf(MetricsExporterProfile exporter, SeriesLabelSet labels) {
        var pod = exporter.readLabel(SeriesLabelRole.POD, labels);
        var claim = exporter.readLabel(SeriesLabelRole.CLAIM, labels);
        if (!pod.isEmpty()) {
            return new ReportedDeviceUser(exporter.readLabel(SeriesLabelRole.NAMESPACE, labels), pod,
                    exporter.readLabel(SeriesLabelRole.CONTAINER, labels), claim);
        }
        if (claim.isEmpty()) {
            return null;
        }
        return new ReportedDeviceUser(exporter.readLabel(SeriesLabelRole.CLAIM_NAMESPACE, labels), "", "", claim);
    }

    private static GpuPartition partitionOf(MetricsExporterProfile exporter, SeriesLabelSet labels) {
        var profile = exporter.readLabel(SeriesLabelRole.PROFILE, labels).toLowerCase(Locale.ROOT);
        int number = parseNumber(exporter.readLabel(SeriesLabelRole.INSTANCE, labels));
        if (number < 0 || !exporter.partitions().contains(profile)) {
            return GpuPartition.WHOLE;
        }
        return new GpuPartition(number,
                exporter.readLabel(SeriesLabelRole.MEMORY_DIVISION, labels).toLowerCase(Locale.ROOT).equals("nps1"));
    }

    private static int parseNumber(String text) {
        if (text.length() < 7 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Integer.parseInt(text);
        }
        return -1;
    }

    /** Returns the devices so far, in the order of their numbers. */
    public List<DeviceReadings> devices() {
        var told = devices.values().stream().distinct()
                .map(draft -> new GpuPartitionDevice(draft.build(), draft.partition()))
                .filter(part -> !part.device().values().isEmpty() || part.device().values().hasBlank()).toList();
        // Those known by number alone are among those known by name alone: they count once.
        if (told.stream().anyMatch(part -> part.device().index() < 0 && !part.device().uuid().isEmpty())) {
            told = told.stream().filter(part -> part.device().index() < 0 || !part.device().uuid().isEmpty()).toList();
        }
        boolean partitioned = told.stream().anyMatch(part -> !part.partition().isWholeBoard());
        if (partitioned) {
            return GpuPartitionReadingsMerger.merge(told);
        }
        return told.stream().map(GpuPartitionDevice::device).sorted(DeviceReadingsBuilder.BY_NUMBER).toList();
    }

    /** Returns the problem of what made no sense; empty when all did. */
    public Optional<Reason> problem() {
        return Optional.ofNullable(firstAbsurd).map(
                first -> absurd == 1 ? first : new InvalidValues(String.format(Locale.ROOT, "%,d", absurd), first));
    }
}

package tessera.metrics.report;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.catalogue.ExportedMetric;
import tessera.metrics.catalogue.ExporterKind;
import tessera.metrics.catalogue.ExposedMetricType;
import tessera.metrics.catalogue.LabelRole;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.catalogue.MetricScope;
import tessera.metrics.exposition.ExpositionSample;
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.report.DeviceReadingDraft.InstanceDraft;
import tessera.metrics.report.DeviceReadingDraft.ValueOrigin;
import tessera.metrics.report.PartitionedBoards.BoardPart;
import tessera.metrics.report.PartitionedBoards.Partition;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.model.reading.CategoryReading;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.ReportedDeviceUser;

/**
 * Gathers the series of one node by device, from any source. A device repeats its labels on
 * every series, and readers mostly hand out the same object then: whom labels mean is worked out once for each.
 */
public final class SeriesAssembler {

    /** More than any machine has. */
    private static final int MOST_DEVICES = 10_000;

    private final MetricCatalogue catalogue;
    private final MigProducts products;
    private final Map<String, DeviceReadingDraft> devices = new LinkedHashMap<>();
    private final Map<String, DeviceReadingDraft> numbered = new HashMap<>();
    private final Map<LabelSet, Optional<SeriesSubject>> subjects = new HashMap<>();
    private long newest = Long.MIN_VALUE;
    private long absurd;
    private String firstAbsurd = "";

    /** The device or MIG instance that a series is about. */
    private record SeriesSubject(DeviceReadingDraft device, @Nullable InstanceDraft instance) {}

    public SeriesAssembler(MetricCatalogue catalogue, MigProducts products) {
        this.catalogue = catalogue;
        this.products = products;
    }

    /** Adds a value of a page; ignored where it is not about a device. */
    void addSample(ExpositionSample sample) {
        if (sample.hasTimestamp()) {
            newest = Math.max(newest, sample.epochMillis());
        }
        addValue(sample.name(), sample.labels(), sample.value());
    }

    /** Returns the newest timestamp by the exporter's clock; null where it gave none. */
    @Nullable
    Instant newestTimestamp() {
        return newest == Long.MIN_VALUE ? null : Instant.ofEpochMilli(newest);
    }

    /** Adds a value; ignored where it is not about a device. */
    public void addValue(String name, LabelSet labels, double value) {
        var meanings = catalogue.findByName(name);
        for (int i = 0; i < meanings.size(); i++) {
            var meaning = meanings.get(i);
            if (meaning.scope() != MetricScope.NODE && !isRateOf(meaning) && meaning.matches(labels)) {
                putMeaning(meaning, new ValueOrigin(name, labels), value);
            }
        }
        if (meanings.isEmpty()) {
            identifyDevice(name, labels, value);
        }
    }

    /** Reads the identity of a device from a series that is no measurement. */
    private void identifyDevice(String name, LabelSet labels, double value) {
        var exporter = catalogue.identifyingExporter(name);
        if (exporter != null) {
            subjects.computeIfAbsent(labels, _ -> subjectOf(exporter, labels)).map(SeriesSubject::device)
                    .filter(_ -> name.equals(exporter.number()) && value >= 0 && value < MOST_DEVICES)
                    .ifPresent(device -> device.addIdentity(new DeviceIdentity("", (int) value, "", "")));
        }
    }

    /** Returns whether it is a counter whose rate is wanted: one page alone does not give it. */
    private static boolean isRateOf(ExportedMetric meaning) {
        return meaning.kind() == ExposedMetricType.COUNTER && !meaning.metric().isCounter();
    }

    private void putMeaning(ExportedMetric meaning, ValueOrigin origin, double value) {
        if (Double.isNaN(value)) {
            // How an exporter says that it does not know.
            return;
        }
        if (Double.isInfinite(value) || value < 0) {
            noteProblem(meaning.name() + " is " + value);
            return;
        }
        var subject = subjects.get(origin.labels());
        if (subject == null) {
            subject = subjectOf(meaning.exporter(), origin.labels());
            subjects.put(origin.labels(), subject);
        }
        if (subject.isPresent() && putValue(subject.get(), meaning, origin, meaning.convertValue(value))) {
            noteProblem(origin.name() + " is there twice with the same labels, and says otherwise the second time");
        }
    }

    private void noteProblem(String text) {
        absurd++;
        firstAbsurd = firstAbsurd.isEmpty() ? text : firstAbsurd;
    }

    /** Stores a value, and returns whether it contradicts an earlier one of the same series. */
    private static boolean putValue(SeriesSubject about, ExportedMetric meaning, ValueOrigin origin, double value) {
        var instance = about.instance();
        boolean own = instance != null && meaning.scope() == MetricScope.INSTANCE;
        var values = own && instance != null ? instance.values : about.device().values;
        if (Double.isNaN(value)) {
            values.noteBlank(meaning.metric());
            return false;
        }
        if (!meaning.category().isEmpty() && value > 0) {
            about.device()
                    .addCategory(new CategoryReading(meaning.metric(), origin.labels().valueOf(meaning.category()),
                            value, origin.labels().valueOf(meaning.detail())));
        }
        return values.putSample(meaning.metric(), value, meaning.preference(), origin);
    }

    private Optional<SeriesSubject> subjectOf(ExporterKind exporter, LabelSet labels) {
        var identity = new DeviceIdentity(exporter.readLabel(LabelRole.UUID, labels),
                parseNumber(exporter.readLabel(LabelRole.INDEX, labels)),
                exporter.readLabel(LabelRole.MODEL, labels), exporter.readLabel(LabelRole.PCI, labels));
        if (!identity.isKnown()) {
            return Optional.empty();
        }
        var partition = partitionOf(exporter, labels);
        var part = partition.isWholeBoard() ? "" : "/" + partition.number();
        var number = exporter.vendor() + "#" + identity.index() + part;
        var key = identity.uuid().isEmpty() ? number : identity.uuid() + part;
        // Some series of a device lack its name: the number tells which one it is.
        var device = devices.computeIfAbsent(key, _ -> Optional.ofNullable(identity.index() < 0 ? null
                : numbered.get(number)).filter(known -> !known.differs(identity))
                .orElseGet(() -> new DeviceReadingDraft(identity, partition, products)));
        numbered.putIfAbsent(number, device);
        device.addIdentity(identity);
        var holder = holderOf(exporter, labels);
        var profile = exporter.readLabel(LabelRole.PROFILE, labels);
        int id = parseNumber(exporter.readLabel(LabelRole.INSTANCE, labels));
        if (id < 0 || MigProfile.parse(profile).isEmpty()) {
            device.addHolder(holder);
            return Optional.of(new SeriesSubject(device, null));
        }
        var instance = device.instance(id, profile);
        instance.addHolder(holder);
        return Optional.of(new SeriesSubject(device, instance));
    }

    private static @Nullable ReportedDeviceUser holderOf(ExporterKind exporter, LabelSet labels) {
        var pod = exporter.readLabel(LabelRole.POD, labels);
        var claim = exporter.readLabel(LabelRole.CLAIM, labels);
        if (!pod.isEmpty()) {
            return new ReportedDeviceUser(exporter.readLabel(LabelRole.NAMESPACE, labels), pod,
                    exporter.readLabel(LabelRole.CONTAINER, labels), claim);
        }
        return claim.isEmpty() ? null
                : new ReportedDeviceUser(exporter.readLabel(LabelRole.CLAIM_NAMESPACE, labels), "", "", claim);
    }

    private static Partition partitionOf(ExporterKind exporter, LabelSet labels) {
        var profile = exporter.readLabel(LabelRole.PROFILE, labels).toLowerCase(Locale.ROOT);
        int number = parseNumber(exporter.readLabel(LabelRole.INSTANCE, labels));
        return number < 0 || !exporter.partitions().contains(profile) ? Partition.WHOLE
                : new Partition(number,
                        exporter.readLabel(LabelRole.MEMORY_DIVISION, labels).toLowerCase(Locale.ROOT).equals("nps1"));
    }

    private static int parseNumber(String text) {
        return text.length() < 7 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.parseInt(text)
                : -1;
    }

    /** Returns the devices so far, in the order of their numbers. */
    public List<DeviceReadings> devices() {
        var told = devices.values().stream().distinct().map(draft -> new BoardPart(draft.build(), draft.partition()))
                .filter(part -> !part.device().values().isEmpty() || part.device().values().hasBlank()).toList();
        // Those known by number alone are among those known by name alone: they count once.
        if (told.stream().anyMatch(part -> part.device().index() < 0 && !part.device().uuid().isEmpty())) {
            told = told.stream().filter(part -> part.device().index() < 0 || !part.device().uuid().isEmpty())
                    .toList();
        }
        boolean partitioned = told.stream().anyMatch(part -> !part.partition().isWholeBoard());
        return partitioned ? PartitionedBoards.merge(told)
                : told.stream().map(BoardPart::device).sorted(DeviceReadingDraft.BY_NUMBER).toList();
    }

    /** Returns the problem of what made no sense; empty when all did. */
    public Optional<String> problemText() {
        return absurd == 0 ? Optional.empty()
                : Optional.of(absurd == 1 ? firstAbsurd : "%,d values, the first: %s".formatted(absurd, firstAbsurd));
    }
}

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
import tessera.metrics.catalogue.LabelRole;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.catalogue.MetricScope;
import tessera.metrics.catalogue.SeriesKind;
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
import tessera.model.reading.ReportedHolder;

/**
 * Gathers the series of one node by the device they are about, wherever they were read. A device repeats its labels on
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

    /** What a series is about. */
    private record SeriesSubject(DeviceReadingDraft device, @Nullable InstanceDraft instance) {}

    public SeriesAssembler(MetricCatalogue catalogue, MigProducts products) {
        this.catalogue = catalogue;
        this.products = products;
    }

    /** Adds a value of a page; what is not about a device is passed over. */
    void take(ExpositionSample sample) {
        if (sample.dated()) {
            newest = Math.max(newest, sample.epochMillis());
        }
        take(sample.name(), sample.labels(), sample.value());
    }

    /** When the newest value was taken, by the exporter's clock; null where it did not say. */
    @Nullable
    Instant newest() {
        return newest == Long.MIN_VALUE ? null : Instant.ofEpochMilli(newest);
    }

    /** Adds a value; what is not about a device is passed over. */
    public void take(String name, LabelSet labels, double value) {
        var meanings = catalogue.of(name);
        for (int i = 0; i < meanings.size(); i++) {
            var meaning = meanings.get(i);
            if (meaning.scope() != MetricScope.NODE && !isRateOf(meaning) && meaning.takes(labels)) {
                put(meaning, new ValueOrigin(name, labels), value);
            }
        }
        if (meanings.isEmpty()) {
            identify(name, labels, value);
        }
    }

    /** Takes from a series that is no measurement which device is which. */
    private void identify(String name, LabelSet labels, double value) {
        var exporter = catalogue.identifying(name);
        if (exporter != null) {
            subjects.computeIfAbsent(labels, _ -> subject(exporter, labels)).map(SeriesSubject::device)
                    .filter(_ -> name.equals(exporter.number()) && value >= 0 && value < MOST_DEVICES)
                    .ifPresent(device -> device.learn(new DeviceIdentity("", (int) value, "", "")));
        }
    }

    /** A growing amount where the speed of its growth is wanted: one page alone does not tell it. */
    private static boolean isRateOf(ExportedMetric meaning) {
        return meaning.kind() == SeriesKind.COUNTER && !meaning.metric().counter();
    }

    private void put(ExportedMetric meaning, ValueOrigin origin, double value) {
        if (Double.isNaN(value)) {
            // How an exporter says that it does not know.
            return;
        }
        if (Double.isInfinite(value) || value < 0) {
            wrong(meaning.name() + " is " + value);
            return;
        }
        var subject = subjects.get(origin.labels());
        if (subject == null) {
            subject = subject(meaning.exporter(), origin.labels());
            subjects.put(origin.labels(), subject);
        }
        if (subject.isPresent() && put(subject.get(), meaning, origin, meaning.reading(value))) {
            wrong(origin.name() + " is there twice with the same labels, and says otherwise the second time");
        }
    }

    private void wrong(String words) {
        absurd++;
        firstAbsurd = firstAbsurd.isEmpty() ? words : firstAbsurd;
    }

    /** Whether what it puts contradicts what the same series said before. */
    private static boolean put(SeriesSubject about, ExportedMetric meaning, ValueOrigin origin, double value) {
        var instance = about.instance();
        boolean own = instance != null && meaning.scope() == MetricScope.INSTANCE;
        var values = own && instance != null ? instance.values : about.device().values;
        if (Double.isNaN(value)) {
            values.blank(meaning.metric());
            return false;
        }
        if (!meaning.category().isEmpty() && value > 0) {
            about.device().category(new CategoryReading(meaning.metric(), origin.labels().label(meaning.category()),
                    value, origin.labels().label(meaning.detail())));
        }
        return values.put(meaning.metric(), value, meaning.preference(), origin);
    }

    private Optional<SeriesSubject> subject(ExporterKind exporter, LabelSet labels) {
        var identity = new DeviceIdentity(exporter.read(LabelRole.UUID, labels),
                number(exporter.read(LabelRole.INDEX, labels)),
                exporter.read(LabelRole.MODEL, labels), exporter.read(LabelRole.PCI, labels));
        if (!identity.known()) {
            return Optional.empty();
        }
        var partition = partition(exporter, labels);
        var part = partition.whole() ? "" : "/" + partition.number();
        var number = exporter.vendor() + "#" + identity.index() + part;
        var key = identity.uuid().isEmpty() ? number : identity.uuid() + part;
        // Some series of a device lack its name: the number tells which one it is.
        var device = devices.computeIfAbsent(key, _ -> Optional.ofNullable(identity.index() < 0 ? null
                : numbered.get(number)).filter(known -> !known.differs(identity))
                .orElseGet(() -> new DeviceReadingDraft(identity, partition, products)));
        numbered.putIfAbsent(number, device);
        device.learn(identity);
        var holder = holder(exporter, labels);
        var profile = exporter.read(LabelRole.PROFILE, labels);
        int id = number(exporter.read(LabelRole.INSTANCE, labels));
        if (id < 0 || MigProfile.parse(profile).isEmpty()) {
            device.holder(holder);
            return Optional.of(new SeriesSubject(device, null));
        }
        var instance = device.instance(id, profile);
        instance.holder(holder);
        return Optional.of(new SeriesSubject(device, instance));
    }

    private static @Nullable ReportedHolder holder(ExporterKind exporter, LabelSet labels) {
        var pod = exporter.read(LabelRole.POD, labels);
        var claim = exporter.read(LabelRole.CLAIM, labels);
        if (!pod.isEmpty()) {
            return new ReportedHolder(exporter.read(LabelRole.NAMESPACE, labels), pod,
                    exporter.read(LabelRole.CONTAINER, labels), claim);
        }
        return claim.isEmpty() ? null
                : new ReportedHolder(exporter.read(LabelRole.CLAIM_NAMESPACE, labels), "", "", claim);
    }

    private static Partition partition(ExporterKind exporter, LabelSet labels) {
        var profile = exporter.read(LabelRole.PROFILE, labels).toLowerCase(Locale.ROOT);
        int number = number(exporter.read(LabelRole.INSTANCE, labels));
        return number < 0 || !exporter.partitions().contains(profile) ? Partition.WHOLE
                : new Partition(number,
                        exporter.read(LabelRole.MEMORY_DIVISION, labels).toLowerCase(Locale.ROOT).equals("nps1"));
    }

    private static int number(String text) {
        return text.length() < 7 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.parseInt(text)
                : -1;
    }

    /** The devices so far, in the order of their numbers. */
    public List<DeviceReadings> devices() {
        var told = devices.values().stream().distinct().map(draft -> new BoardPart(draft.done(), draft.partition()))
                .filter(part -> !part.device().values().isEmpty() || part.device().values().anyBlank()).toList();
        // Those known by number alone are among those known by name alone: they count once.
        if (told.stream().anyMatch(part -> part.device().index() < 0 && !part.device().uuid().isEmpty())) {
            told = told.stream().filter(part -> part.device().index() < 0 || !part.device().uuid().isEmpty())
                    .toList();
        }
        boolean partitioned = told.stream().anyMatch(part -> !part.partition().whole());
        return partitioned ? PartitionedBoards.merge(told)
                : told.stream().map(BoardPart::device).sorted(DeviceReadingDraft.BY_NUMBER).toList();
    }

    /** What made no sense; empty when all did. */
    public Optional<String> problem() {
        return absurd == 0 ? Optional.empty()
                : Optional.of(absurd == 1 ? firstAbsurd : "%,d values, the first: %s".formatted(absurd, firstAbsurd));
    }
}

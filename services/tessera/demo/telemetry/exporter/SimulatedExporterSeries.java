package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.fixture.plan.SimulatedFleetVersions;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;
import tessera.demo.telemetry.exporter.SimulatedExporterKind.MeasuredDeviceScope;
import tessera.demo.telemetry.exporter.SimulatedExporterKind.MetricFamily;
import tessera.demo.telemetry.exporter.SimulatedExporterKind.MetricFamilyGroup;
import tessera.demo.telemetry.exporter.SimulatedExporterKind.NamedDeviceHolders;

/** The series that the exporter of one node has of some readings. */
final class SimulatedExporterSeries {

    private static final DeviceOwner NOBODY = new DeviceOwner("", "", "", null);
    /** Into how many partitions each compute mode of AMD divides a GPU. */
    private static final Map<String, Integer> DIVISIONS = Map.of("dpx", 2, "qpx", 4, "cpx", 8);

    private final SimulatedExporterKind kind;
    private final List<SimulatedDeviceSample> readings;
    private final String node;
    private final String driver;
    private final String compute;
    private final String memoryPartition;
    private final int partitions;

    /** A reading with the labels of one holder, which are the same for each metric. */
    private record LabeledDeviceSample(SimulatedDeviceSample reading, @Nullable DeviceOwner holder,
            List<String> names, List<String> values) {}

    SimulatedExporterSeries(SimulatedExporterKind kind, JsonNode node, List<SimulatedDeviceSample> readings) {
        this.kind = kind;
        this.readings = readings;
        this.node = SimulatedMetadata.nameOf(node);
        var labels = node.path("metadata").path("labels");
        driver = labels.path("nvidia.com/cuda.driver-version.full").asText(SimulatedFleetVersions.DRIVER);
        var mode = labels.path("amd.com/compute-memory-partition").asText("spx_nps1");
        compute = mode.substring(0, mode.indexOf('_'));
        memoryPartition = mode.substring(mode.indexOf('_') + 1);
        partitions = DIVISIONS.getOrDefault(compute, 1);
    }

    /**
     * Passes on the series of the wanted metrics.
     *
     * @param extra whether the exporter was given the longer list of fields
     */
    void forEach(boolean extra, Predicate<String> wanted, SimulatedExporters.ScrapedSeriesConsumer consumer) {
        for (var group : kind.groups()) {
            var samples = labelledSamples(group);
            for (var family : group.families()) {
                if ((extra || !family.extra()) && wanted.test(family.name())) {
                    samples.forEach(sample -> passOn(group, family, sample, consumer));
                }
            }
        }
    }

    private void passOn(MetricFamilyGroup group, MetricFamily family, LabeledDeviceSample sample,
            SimulatedExporters.ScrapedSeriesConsumer consumer) {
        double value = group.countsDevices() ? readings.size() : valueOf(family, sample.reading());
        if (Double.isNaN(value)) {
            return;
        }
        boolean plain = family.labels().isEmpty();
        var more = plain ? sample : labelled(sample.reading(), sample.holder(), family.labels());
        consumer.acceptSeries(family.name(), joined(sample.names(), more.names(), plain),
                joined(sample.values(), more.values(), plain), value);
    }

    /** Returns the same list where nothing is added: series of one device then share it. */
    private static List<String> joined(List<String> texts, List<String> more, boolean same) {
        return same ? texts : Stream.concat(texts.stream(), more.stream()).toList();
    }

    private double valueOf(MetricFamily family, SimulatedDeviceSample reading) {
        var physicalGpu = reading.unit().physicalGpu();
        if (physicalGpu.fallenOffBus() && family.scope() != MeasuredDeviceScope.FALLEN) {
            return Double.NaN;
        }
        double value = family.valueOf(reading);
        int partition = physicalGpu.index() % partitions;
        return switch (family.scope()) {
            case BOARD -> reading.unit().instance() == null ? value : Double.NaN;
            case PARTITION -> memoryPartition.equals("nps1") ? value : Math.rint(value / partitions);
            case FIRST_PARTITION -> partition == 0 ? value : Double.NaN;
            case WHOLE_GPU -> partition == 0 ? value : 0;
            case ANY, FALLEN -> value;
        };
    }

    private List<LabeledDeviceSample> labelledSamples(MetricFamilyGroup group) {
        return readings.stream().limit(group.countsDevices() ? 1 : readings.size())
                .flatMap(reading -> namedHolders(reading, group.holders())
                        .map(holder -> labelled(reading, holder.orElse(null), group.labels())))
                .toList();
    }

    /** Returns the holders that series of a device name, each in one of them; an empty one for a series without any. */
    private static Stream<Optional<DeviceOwner>> namedHolders(SimulatedDeviceSample reading,
            NamedDeviceHolders choice) {
        var holders = reading.holders().stream().map(Optional::of);
        boolean claimed = reading.holders().stream().anyMatch(holder -> holder.claim() != null);
        boolean unused = reading.holders().isEmpty();
        return switch (choice) {
            case NONE -> Stream.of(Optional.empty());
            case EACH -> holders;
            case FIRST_OR_NOBODY -> unused ? Stream.of(Optional.of(NOBODY)) : holders.limit(1);
            case FIRST_OR_CLAIMING -> unused ? Stream.of(Optional.empty())
                    : holders.limit(claimed ? reading.holders().size() : 1);
        };
    }

    private LabeledDeviceSample labelled(SimulatedDeviceSample reading, @Nullable DeviceOwner holder,
            Map<String, String> templates) {
        var names = new ArrayList<String>();
        var values = new ArrayList<String>();
        templates.forEach((name, template) -> {
            int open = template.indexOf('{');
            var value = open < 0 ? ""
                    : labelValue(template.substring(open + 1, template.length() - 1), reading, holder);
            if (value != null) {
                names.add(name);
                values.add(open < 0 ? template : template.substring(0, open) + value);
            }
        });
        return new LabeledDeviceSample(reading, holder, List.copyOf(names), List.copyOf(values));
    }

    /** Returns what stands for a placeholder; null where the label is left out. */
    private @Nullable String labelValue(String placeholder, SimulatedDeviceSample reading,
            @Nullable DeviceOwner holder) {
        var physicalGpu = reading.unit().physicalGpu();
        var instance = reading.unit().instance();
        return switch (placeholder) {
            case "index" -> Integer.toString(physicalGpu.index());
            case "uuid" -> physicalGpu.uuid();
            case "serial" -> physicalGpu.uuid().substring(24);
            case "tag" -> physicalGpu.uuid().substring(0, 8).toUpperCase(Locale.ROOT);
            case "bus" -> physicalGpu.bus();
            case "model" -> physicalGpu.model().name();
            case "profile" -> instance == null ? null : instance.profile();
            case "instance" -> instance == null ? null : Integer.toString(instance.id());
            case "partition" -> Integer.toString(physicalGpu.index() % partitions);
            case "compute" -> compute;
            case "memoryPartition" -> memoryPartition;
            case "node" -> node;
            case "driver" -> driver;
            case "error" -> Integer.toString(reading.condition().error().code());
            case "errorText" -> reading.condition().error().text();
            default -> holder == null ? null : holderLabelValue(placeholder, holder);
        };
    }

    private static @Nullable String holderLabelValue(String placeholder, DeviceOwner holder) {
        var claim = holder.claim();
        return switch (placeholder) {
            case "container" -> holder.container();
            case "namespace" -> holder.namespace();
            case "pod" -> holder.pod();
            case "claim" -> claim == null ? null : claim.claim();
            case "claimNamespace" -> claim == null ? null : claim.namespace();
            case "claimDevice" -> claim == null ? null : claim.device();
            case "claimDriver" -> claim == null ? null : claim.driver();
            case "claimPool" -> claim == null ? null : claim.pool();
            default -> throw new IllegalArgumentException("no label value is called " + placeholder);
        };
    }
}

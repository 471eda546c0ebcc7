package tessera.demo.telemetry;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.client.Collector;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedTableReader;

/**
 * A kind of metrics exporter: where it listens, and under which names it tells what devices show. Data:
 * {@code exporters.json}.
 *
 * @param image the last part of its image's name
 */
record SimulatedExporterKind(String image, int port, List<MetricFamilyGroup> groups) {

    private static final List<SimulatedExporterKind> ALL = SimulatedTableReader.readTable(SimulatedExporterKind.class,
            "exporters.json", new TypeReference<>() {
            });
    private static final Map<String, ToDoubleFunction<SimulatedDeviceSample>> QUANTITIES = Map.ofEntries(
            Map.entry("zero", _ -> 0), Map.entry("engine", SimulatedDeviceSample::engine),
            Map.entry("tensor", SimulatedDeviceSample::tensor), Map.entry("dram", SimulatedDeviceSample::dram),
            Map.entry("memory", reading -> reading.unit().memoryMib()),
            Map.entry("free", reading -> reading.memory().free()),
            Map.entry("used", reading -> reading.memory().used()),
            Map.entry("reserved", reading -> reading.memory().reserved()),
            Map.entry("held", reading -> reading.memory().used() + reading.memory().reserved()),
            Map.entry("clock", reading -> reading.condition().clock()),
            Map.entry("memoryClock", reading -> reading.condition().memoryClock()),
            Map.entry("maxClock", reading -> reading.unit().physicalGpu().model().clock()),
            Map.entry("temperature", reading -> reading.condition().temperature()),
            Map.entry("memoryTemperature", reading -> reading.condition().memoryTemperature()),
            Map.entry("stackedMemoryTemperature",
                    reading -> reading.unit().physicalGpu().model().stacked() ? reading.condition().memoryTemperature()
                            : Double.NaN),
            Map.entry("power", reading -> reading.condition().power()),
            Map.entry("limit", reading -> reading.unit().physicalGpu().model().limit()),
            Map.entry("energy", reading -> (double) reading.condition().energy()),
            Map.entry("linkMegabytes",
                    reading -> reading.unit().physicalGpu().model().link() > 0
                            ? Math.floor(reading.condition().linkBytes() / 1e6)
                            : Double.NaN),
            Map.entry("replays", reading -> (double) reading.condition().replays()),
            Map.entry("reasons", reading -> reading.condition().reasons()),
            Map.entry("error", reading -> reading.condition().error().code()),
            Map.entry("recentErrors",
                    reading -> reading.condition().error().code() == 0 ? Double.NaN
                            : reading.condition().error().recent()),
            // Boards up to Turing do not remap rows.
            Map.entry("remappedRows",
                    reading -> reading.unit().physicalGpu().model().name().contains("T4") ? Double.NaN : 0));

    /** The holders of a device that its series name. */
    enum NamedDeviceHolders {
        NONE,
        /** Each of them; no series of a device that nobody has. */
        EACH,
        FIRST_OR_NOBODY,
        /** All who share it by a claim, otherwise the first one; without their labels where nobody has it. */
        FIRST_OR_CLAIMING
    }

    /** The devices of which a metric is told, besides those that are on the bus. */
    enum MeasuredDeviceScope {
        ANY,
        /** Also those that fell off the bus. */
        FALLEN,
        /** Not MIG instances, of which the driver cannot tell. */
        BOARD,
        /** Partitions with their share of what the GPU has, unless they share all of it. */
        PARTITION,
        FIRST_PARTITION,
        /** All partitions, where those but the first say 0. */
        WHOLE_GPU
    }

    /**
     * Families whose series have the same labels.
     *
     * @param countsDevices whether they tell but once, of the number of devices
     * @param labels        by name, with placeholders in braces
     */
    record MetricFamilyGroup(NamedDeviceHolders holders, boolean countsDevices, Map<String, String> labels,
            List<MetricFamily> families) {}

    /**
     * A metric.
     *
     * @param extra  whether only an exporter with a longer list of fields has it
     * @param value  the quantity, which is scaled, moved and rounded to parts of one; 0 parts for no rounding
     * @param labels besides those of the group
     */
    record MetricFamily(String name, String help, boolean counter, boolean extra, String value, double scale,
            double offset, double parts, MeasuredDeviceScope scope, Map<String, String> labels) {
        MetricFamily {
            scale = scale == 0 ? 1 : scale;
            scope = Objects.requireNonNullElse(scope, MeasuredDeviceScope.ANY);
        }

        /** Returns the value for a device; not a number where it has none. */
        double valueOf(SimulatedDeviceSample reading) {
            double exact = scale * Objects.requireNonNull(QUANTITIES.get(value)).applyAsDouble(reading) + offset;
            return parts == 0 ? exact : Math.rint(exact * parts) / parts;
        }

        Collector.Type type() {
            return counter ? Collector.Type.COUNTER : Collector.Type.GAUGE;
        }
    }

    static Optional<SimulatedExporterKind> of(JsonNode pod) {
        var image = pod.path("spec").path("containers").path(0).path("image").asText();
        return ALL.stream().filter(kind -> image.contains("/" + kind.image + ":")).findFirst();
    }

    Stream<MetricFamily> families() {
        return groups.stream().flatMap(group -> group.families().stream());
    }
}

package tessera.ui.devices;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import tessera.alerts.Heat;
import tessera.insight.GpuDevice;
import tessera.insight.Tile;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.reading.Metric;
import tessera.model.reading.Reading;
import tessera.ui.kit.Column;
import tessera.ui.kit.Measures;
import tessera.ui.kit.Trends;

/**
 * A device or MIG instance in the table.
 *
 * @param sight what of the pods is seen
 * @param aged  how old its readings are, in words; empty while they are fresh
 * @param place among the devices of its node
 * @param heat  how its temperature is judged; empty where it is not too high, or old
 */
record DeviceRow(GpuDevice device, PodSight sight, String aged, int place, Optional<Heat> heat) {

    /** What tells it from other rows, also where it is not known which device it is. */
    String key() {
        return device.node().name() + "/" + place;
    }

    String name() {
        return device.node().name() + " · " + (device.index() < 0 ? "?" : Integer.toString(device.index()))
                + (device.isInstance() ? " · " + part() : "");
    }

    /** The profile of an instance, with its number where it is known. */
    String part() {
        var instance = device.instance();
        return instance == null ? device.profile() : device.profile() + " #" + instance.id();
    }

    String model() {
        return device.product().title();
    }

    String holders() {
        if (sight == PodSight.NONE) {
            return "not known";
        }
        if (!device.perhaps().isEmpty()) {
            return "which GPU is not known: " + keys(device.perhaps());
        }
        if (device.holders().isEmpty()) {
            return sight == PodSight.ALL ? "" : "none seen";
        }
        return keys(device.holders());
    }

    private static String keys(List<PodFacts> pods) {
        return pods.stream().map(PodFacts::key).collect(Collectors.joining(", "));
    }

    boolean held() {
        return !device.holders().isEmpty();
    }

    String state() {
        return switch (device.status()) {
            case USABLE -> device.node().closed() ? "Cordoned" : "Ready";
            case UNHEALTHY -> "Unhealthy";
            case NOT_OFFERED -> "Not offered";
            case UNKNOWN -> "No contact";
        };
    }

    boolean wanting() {
        return device.status() != Tile.Status.USABLE;
    }

    OptionalDouble number(Metric metric) {
        return number(device.reading(metric));
    }

    static OptionalDouble number(Reading reading) {
        return reading instanceof Reading.Measured(double value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static Optional<Comparable<?>> order(Reading reading) {
        return reading instanceof Reading.Measured(double value) ? Optional.of(value) : Optional.empty();
    }

    private static Column<DeviceRow> metric(String id, String title, Metric metric, DoubleFunction<String> words) {
        return new Column<DeviceRow>(id, title, true, 76, true, 0,
                row -> Measures.of(row.device.reading(metric), words),
                row -> order(row.device.reading(metric)), Optional.empty())
                .drawn(row -> DeviceCells.number(row, row.device.reading(metric), words));
    }

    static List<Column<DeviceRow>> columns(Trends trends) {
        var busy = new DeviceTrends(trends, Metric.UTILISATION, Measures::percent);
        var memory = new DeviceTrends(trends, Metric.MEMORY_USED, Measures::gibibytes);
        return List.of(
                Column.<DeviceRow>text("gpu", "GPU", 190, DeviceRow::name).drawn(DeviceCells::name),
                Column.<DeviceRow>text("model", "Model", 130, DeviceRow::model).drawn(DeviceCells::model).spared(4),
                Column.<DeviceRow>text("holders", "Held by", 218, DeviceRow::holders).drawn(DeviceCells::holders)
                        .spared(1),
                metric("util", "Busy %", Metric.UTILISATION, Measures::percent).wide(110).drawn(DeviceCells::busy),
                busy.column("busy-hour", "Busy, " + Trends.SPAN_WORDS,
                        row -> order(row.device.reading(Metric.UTILISATION))).spared(6),
                new Column<DeviceRow>("memory", "Memory GiB", true, 160, true, 0, DeviceCells::memoryWords,
                        row -> order(row.device.memoryShare()), Optional.empty()).drawn(DeviceCells::memory)
                        .spared(3),
                memory.column("memory-hour", "Memory, " + Trends.SPAN_WORDS, row -> order(row.device.memoryShare()))
                        .hidden(),
                metric("temperature", "°C", Metric.TEMPERATURE, Measures::whole).drawn(DeviceCells::temperature)
                        .spared(2),
                metric("power", "W", Metric.POWER, Measures::whole).spared(5),
                metric("clock", "SM MHz", Metric.SM_CLOCK, Measures::whole).hidden(),
                metric("tensor", "Tensor %", Metric.TENSOR_ACTIVE, Measures::percent).spared(8),
                metric("xid", "Last XID", Metric.XID, Measures::code).spared(7),
                Column.<DeviceRow>text("state", "State", 110, DeviceRow::state).drawn(DeviceCells::state),
                metric("limit", "Limit W", Metric.POWER_LIMIT, Measures::whole).hidden(),
                metric("memory-temperature", "Mem °C", Metric.MEMORY_TEMPERATURE, Measures::whole).hidden(),
                metric("memory-clock", "Mem MHz", Metric.MEMORY_CLOCK, Measures::whole).hidden(),
                metric("bandwidth", "Mem bw %", Metric.MEMORY_BANDWIDTH, Measures::percent).hidden(),
                metric("sm", "SM %", Metric.SM_ACTIVE, Measures::percent).hidden(),
                metric("encoder", "Enc %", Metric.ENCODER, Measures::percent).hidden(),
                metric("decoder", "Dec %", Metric.DECODER, Measures::percent).hidden(),
                metric("pcie-sent", "PCIe tx", Metric.PCIE_SENT, Measures::rate).hidden(),
                metric("pcie-received", "PCIe rx", Metric.PCIE_RECEIVED, Measures::rate).hidden(),
                metric("replays", "Replays", Metric.PCIE_REPLAYS, Measures::whole).hidden(),
                metric("ecc", "ECC uncorr.", Metric.ECC_UNCORRECTABLE, Measures::whole).hidden(),
                metric("remap", "Remap failed", Metric.ROW_REMAP_FAILURE, Measures::code).hidden(),
                metric("energy", "Energy", Metric.ENERGY, Measures::energy).hidden(),
                Column.<DeviceRow>text("uuid", "UUID", 300, DeviceRow::uuid).hidden(),
                Column.<DeviceRow>text("bus", "PCI", 140, DeviceRow::bus).hidden(),
                Column.<DeviceRow>text("driver", "Driver", 100, row -> row.device.node().driver()).hidden());
    }

    String uuid() {
        var measured = device.measured();
        return measured == null ? "" : measured.uuid();
    }

    private String bus() {
        var measured = device.measured();
        return measured == null ? "" : measured.bus();
    }
}

package tessera.ui.devices;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import tessera.alerts.ThermalLimit;
import tessera.insight.GpuDevice;
import tessera.insight.GpuTile;
import tessera.model.PodVisibility;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.TrendSource;

/**
 * A device or MIG instance in the table.
 *
 * @param sight what of the pods is seen
 * @param aged  how old its readings are, in words; empty while they are fresh
 * @param place among the devices of its node
 * @param heat  how its temperature is judged; empty where it is not too high, or old
 */
record DeviceRow(GpuDevice device, PodVisibility sight, String aged, int place, Optional<ThermalLimit> heat) {

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
        if (sight == PodVisibility.NONE) {
            return "not known";
        }
        var pods = device.holderText(", ");
        return pods.isEmpty() && sight != PodVisibility.ALL ? "none seen" : pods;
    }

    boolean held() {
        return device.held();
    }

    String state() {
        return switch (device.status()) {
            case USABLE -> device.node().closed() ? "Cordoned" : "Ready";
            case UNHEALTHY -> "Unhealthy";
            case MAINTENANCE -> "Maintenance";
            case NOT_OFFERED -> "Not offered";
            case UNKNOWN -> "No contact";
        };
    }

    boolean wanting() {
        return device.status() != GpuTile.TileStatus.USABLE;
    }

    OptionalDouble number(Metric metric) {
        return number(device.reading(metric));
    }

    static OptionalDouble number(MetricReading reading) {
        return reading instanceof MetricReading.MeasuredValue(double value) ? OptionalDouble.of(value)
                : OptionalDouble.empty();
    }

    private static Optional<Comparable<?>> order(MetricReading reading) {
        return reading instanceof MetricReading.MeasuredValue(double value) ? Optional.of(value) : Optional.empty();
    }

    private static DataColumn<DeviceRow> metric(String id, String title, Metric metric,
            DoubleFunction<String> words) {
        return new DataColumn<DeviceRow>(id, title, true, 76, true, 0,
                row -> MeasureText.of(row.device.reading(metric), words),
                row -> order(row.device.reading(metric)), Optional.empty())
                .drawn(row -> DeviceCells.number(row, row.device.reading(metric), words));
    }

    /** A number that GPUs of others do not have. */
    private static DataColumn<DeviceRow> ofNvidia(DataColumn<DeviceRow> column) {
        return column
                .written(row -> row.device.node().vendor().equals("NVIDIA") ? column.text().apply(row) : "");
    }

    static List<DataColumn<DeviceRow>> columns(TrendSource trends) {
        var busy = new DeviceTrends(trends, Metric.UTILISATION, MeasureText::percent);
        var memory = new DeviceTrends(trends, Metric.MEMORY_USED, MeasureText::gibibytes);
        return List.of(DataColumn.<DeviceRow>text("gpu", "GPU", 190, DeviceRow::name).drawn(DeviceCells::name),
                DataColumn.<DeviceRow>text("model", "Model", 130, DeviceRow::model).drawn(DeviceCells::model)
                        .spared(4),
                DataColumn.<DeviceRow>text("holders", "Held by", 218, DeviceRow::holders)
                        .drawn(DeviceCells::holders).spared(1),
                metric("util", "Busy %", Metric.UTILISATION, MeasureText::percent).wide(110).drawn(DeviceCells::busy),
                busy.column("busy-hour", "Busy, " + TrendSource.SPAN_WORDS,
                        row -> order(row.device.reading(Metric.UTILISATION))).spared(6),
                new DataColumn<DeviceRow>("memory", "Memory GiB", true, 160, true, 0, DeviceCells::memoryWords,
                        row -> order(row.device.memoryShare()), Optional.empty()).drawn(DeviceCells::memory).spared(3),
                memory.column("memory-hour", "Memory, " + TrendSource.SPAN_WORDS,
                        row -> order(row.device.memoryShare())).hidden(),
                metric("temperature", "°C", Metric.TEMPERATURE, MeasureText::whole).drawn(DeviceCells::temperature)
                        .spared(2),
                metric("power", "W", Metric.POWER, MeasureText::whole).spared(5),
                metric("clock", "SM MHz", Metric.SM_CLOCK, MeasureText::whole).hidden(),
                ofNvidia(metric("tensor", "Tensor %", Metric.TENSOR_ACTIVE, MeasureText::percent)).spared(8),
                ofNvidia(metric("xid", "Last XID", Metric.XID, MeasureText::code)).spared(7),
                DataColumn.<DeviceRow>text("state", "State", 110, DeviceRow::state).drawn(DeviceCells::state),
                metric("limit", "Limit W", Metric.POWER_LIMIT, MeasureText::whole).hidden(),
                metric("memory-temperature", "Mem °C", Metric.MEMORY_TEMPERATURE, MeasureText::whole).hidden(),
                metric("memory-clock", "Mem MHz", Metric.MEMORY_CLOCK, MeasureText::whole).hidden(),
                metric("bandwidth", "Mem bw %", Metric.MEMORY_BANDWIDTH, MeasureText::percent).hidden(),
                metric("sm", "SM %", Metric.SM_ACTIVE, MeasureText::percent).hidden(),
                metric("encoder", "Enc %", Metric.ENCODER, MeasureText::percent).hidden(),
                metric("decoder", "Dec %", Metric.DECODER, MeasureText::percent).hidden(),
                metric("pcie-sent", "PCIe tx", Metric.PCIE_SENT, MeasureText::rate).hidden(),
                metric("pcie-received", "PCIe rx", Metric.PCIE_RECEIVED, MeasureText::rate).hidden(),
                metric("replays", "Replays", Metric.PCIE_REPLAYS, MeasureText::whole).hidden(),
                metric("ecc", "ECC uncorr.", Metric.ECC_UNCORRECTABLE, MeasureText::whole).hidden(),
                metric("remap", "Remap failed", Metric.ROW_REMAP_FAILURE, MeasureText::code).hidden(),
                metric("energy", "Energy", Metric.ENERGY, MeasureText::energy).hidden(),
                DataColumn.<DeviceRow>text("uuid", "UUID", 300, DeviceRow::uuid).hidden(),
                DataColumn.<DeviceRow>text("bus", "PCI", 140, DeviceRow::bus).hidden(),
                DataColumn.<DeviceRow>text("driver", "Driver", 100, row -> row.device.node().driver()).hidden());
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

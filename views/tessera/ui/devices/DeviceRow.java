package tessera.ui.devices;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
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
 * @param ageText  how old its readings are, in words; empty while they are fresh
 * @param place among the devices of its node
 * @param heat  how its temperature is judged; empty where it is not too high, or old
 */
record DeviceRow(GpuDevice device, PodVisibility sight, String ageText, int place, Optional<ThermalLimit> heat) {

    /** Returns the key of the row, which also works where the device is not identified. */
    String key() {
        return device.node().name() + "/" + place;
    }

    String name() {
        return device.node().name() + " · " + (device.index() < 0 ? "?" : Integer.toString(device.index()))
                + (device.isInstance() ? " · " + profileText() : "");
    }

    /** Returns the profile of an instance, with its number where it is known. */
    String profileText() {
        var instance = device.instance();
        return instance == null ? device.profile() : device.profile() + " #" + instance.id();
    }

    String model() {
        return device.product().title();
    }

    String holdersText() {
        if (sight == PodVisibility.NONE) {
            return "not known";
        }
        var pods = device.holderText(", ");
        return pods.isEmpty() && sight != PodVisibility.ALL ? "none seen" : pods;
    }

    boolean isHeld() {
        return device.isHeld();
    }

    String stateText() {
        return switch (device.status()) {
            case USABLE -> device.node().isClosed() ? "Cordoned" : "Ready";
            case UNHEALTHY -> "Unhealthy";
            case FAULTY -> "Faulty";
            case MAINTENANCE -> "Maintenance";
            case NOT_OFFERED -> "Not offered";
            case UNKNOWN -> "No contact";
        };
    }

    boolean isUnusable() {
        return device.status() != GpuTile.TileStatus.USABLE;
    }

    OptionalDouble valueOf(Metric metric) {
        return valueOf(device.reading(metric));
    }

    static OptionalDouble valueOf(MetricReading reading) {
        return reading instanceof MetricReading.MeasuredValue(double value) ? OptionalDouble.of(value)
                : OptionalDouble.empty();
    }

    private static Optional<Comparable<?>> sortValue(MetricReading reading) {
        return reading instanceof MetricReading.MeasuredValue(double value) ? Optional.of(value) : Optional.empty();
    }

    private static DataColumn<DeviceRow> metricColumn(String id, String title, Metric metric,
            DoubleFunction<String> words) {
        return new DataColumn<DeviceRow>(id, title, true, 76, true, 0,
                row -> MeasureText.valueText(row.device.reading(metric), words),
                row -> sortValue(row.device.reading(metric)), Optional.empty())
                .withDrawing(row -> DeviceCells.numberCell(row, row.device.reading(metric), words));
    }

    /** A number that GPUs of others do not have. */
    private static DataColumn<DeviceRow> ofNvidia(DataColumn<DeviceRow> column) {
        return column
                .withText(row -> row.device.node().vendor().equals("NVIDIA") ? column.text().apply(row) : "");
    }

    static List<DataColumn<DeviceRow>> columns(TrendSource trends) {
        var busy = new DeviceTrends(trends, Metric.UTILISATION, MeasureText::percent);
        var memory = new DeviceTrends(trends, Metric.MEMORY_USED, MeasureText::gibibytes);
        var first = List.of(
                DataColumn.<DeviceRow>text("gpu", "GPU", 190, DeviceRow::name).withDrawing(DeviceCells::nameCell),
                DataColumn.<DeviceRow>text("model", "Model", 130, DeviceRow::model).withDrawing(DeviceCells::modelCell)
                        .hiddenWhenNarrow(4),
                DataColumn.<DeviceRow>text("holders", "Held by", 218, DeviceRow::holdersText)
                        .withDrawing(DeviceCells::holdersCell).hiddenWhenNarrow(1),
                metricColumn("util", "Busy %", Metric.UTILISATION, MeasureText::percent).withWidth(110)
                        .withDrawing(DeviceCells::busyCell),
                busy.column("busy-hour", "Busy, " + TrendSource.SPAN_WORDS,
                        row -> sortValue(row.device.reading(Metric.UTILISATION))).hiddenWhenNarrow(6),
                new DataColumn<DeviceRow>("memory", "Memory GiB", true, 160, true, 0, DeviceCells::memoryText,
                        row -> sortValue(row.device.memoryShare()), Optional.empty())
                        .withDrawing(DeviceCells::memoryCell).hiddenWhenNarrow(3),
                memory.column("memory-hour", "Memory, " + TrendSource.SPAN_WORDS,
                        row -> sortValue(row.device.memoryShare())).hidden(),
                metricColumn("temperature", "°C", Metric.TEMPERATURE, MeasureText::whole)
                        .withDrawing(DeviceCells::temperatureCell)
                        .hiddenWhenNarrow(2),
                metricColumn("power", "W", Metric.POWER, MeasureText::whole).hiddenWhenNarrow(5),
                metricColumn("clock", "SM MHz", Metric.SM_CLOCK, MeasureText::whole).hidden(),
                ofNvidia(metricColumn("tensor", "Tensor %", Metric.TENSOR_ACTIVE, MeasureText::percent))
                        .hiddenWhenNarrow(8),
                ofNvidia(metricColumn("xid", "Last XID", Metric.XID, MeasureText::code)).hiddenWhenNarrow(7),
                DataColumn.<DeviceRow>text("state", "State", 110, DeviceRow::stateText)
                        .withDrawing(DeviceCells::stateCell));
        return Stream.concat(first.stream(), furtherColumns().stream()).toList();
    }

    /** Columns that are hidden until they are chosen. */
    private static List<DataColumn<DeviceRow>> furtherColumns() {
        return List.of(
                metricColumn("limit", "Limit W", Metric.POWER_LIMIT, MeasureText::whole).hidden(),
                metricColumn("memory-temperature", "Mem °C", Metric.MEMORY_TEMPERATURE, MeasureText::whole).hidden(),
                metricColumn("memory-clock", "Mem MHz", Metric.MEMORY_CLOCK, MeasureText::whole).hidden(),
                metricColumn("bandwidth", "Mem bw %", Metric.MEMORY_BANDWIDTH, MeasureText::percent).hidden(),
                metricColumn("sm", "SM %", Metric.SM_ACTIVE, MeasureText::percent).hidden(),
                metricColumn("encoder", "Enc %", Metric.ENCODER, MeasureText::percent).hidden(),
                metricColumn("decoder", "Dec %", Metric.DECODER, MeasureText::percent).hidden(),
                metricColumn("pcie-sent", "PCIe tx", Metric.PCIE_SENT, MeasureText::rate).hidden(),
                metricColumn("pcie-received", "PCIe rx", Metric.PCIE_RECEIVED, MeasureText::rate).hidden(),
                metricColumn("replays", "Replays", Metric.PCIE_REPLAYS, MeasureText::whole).hidden(),
                metricColumn("ecc", "ECC uncorr.", Metric.ECC_UNCORRECTABLE, MeasureText::whole).hidden(),
                metricColumn("remap", "Remap failed", Metric.ROW_REMAP_FAILURE, MeasureText::code).hidden(),
                metricColumn("energy", "Energy", Metric.ENERGY, MeasureText::energy).hidden(),
                DataColumn.<DeviceRow>text("uuid", "UUID", 300, DeviceRow::uuid).hidden(),
                DataColumn.<DeviceRow>text("bus", "PCI", 140, DeviceRow::busId).hidden(),
                DataColumn.<DeviceRow>text("driver", "Driver", 100, row -> row.device.node().driver()).hidden());
    }

    String uuid() {
        var measured = device.readings();
        return measured == null ? "" : measured.uuid();
    }

    private String busId() {
        var measured = device.readings();
        return measured == null ? "" : measured.bus();
    }
}

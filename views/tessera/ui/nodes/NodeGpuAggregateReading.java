package tessera.ui.nodes;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import tessera.alerts.AlertRules;
import tessera.alerts.TemperatureLimitViolation;
import tessera.gpu.GpuHeatmapTile;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.MetricReading.MissingMetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.kit.MeasuredNumberFormatter;

/**
 * Total of one quantity over the GPUs of a node, with the number of boards it covers. A board counts once, however it is cut.
 *
 * @param reading of all that are measured together
 * @param measured      how many boards are measured
 * @param total     how many there are
 */
record NodeGpuAggregateReading(MetricReading reading, int measured, int total) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuAggregateReading.class);

    /** Returns the mean utilization over the boards, 0 to 1. */
    static NodeGpuAggregateReading utilizationOf(NodeCardState card) {
        return of(card, DeviceMetric.UTILISATION, values -> values.get(DeviceMetric.UTILISATION),
                DoubleStream::average);
    }

    /** Returns the used share of the memory of all boards together. */
    static NodeGpuAggregateReading memoryUseOf(NodeCardState card) {
        double usable = boardsOf(card).stream().map(DeviceReadings::values)
                .filter(values -> values.usedMemoryShare() >= 0).mapToDouble(DeviceMetricValues::usableMemory).sum();
        return of(card, DeviceMetric.MEMORY_TOTAL,
                values -> values.usedMemoryShare() >= 0 ? values.get(DeviceMetric.MEMORY_USED) / usable : Double.NaN,
                shares -> OptionalDouble.of(shares.sum()));
    }

    /** Returns the highest temperature of a board, in °C. */
    static NodeGpuAggregateReading hottestOf(NodeCardState card) {
        return of(card, DeviceMetric.TEMPERATURE, values -> values.get(DeviceMetric.TEMPERATURE), DoubleStream::max);
    }

    /** Returns the temperature limit that the hottest board exceeds; empty for none. */
    static Optional<TemperatureLimitViolation> thermalLimitOf(NodeCardState card, AlertRules rules) {
        return boardsOf(card).stream()
                .flatMap(deviceReadings -> TemperatureLimitViolation.of(deviceReadings.values(), rules).stream())
                .max(Comparator.naturalOrder());
    }

    /** Returns the power draw of all boards together, in W. */
    static NodeGpuAggregateReading powerOf(NodeCardState card) {
        return of(card, DeviceMetric.POWER, values -> values.get(DeviceMetric.POWER),
                watts -> OptionalDouble.of(watts.sum()));
    }

    private static NodeGpuAggregateReading of(NodeCardState card, DeviceMetric deviceMetric,
            ToDoubleFunction<DeviceMetricValues> number, Function<DoubleStream, OptionalDouble> together) {
        var boards = boardsOf(card);
        var numbers = boards.stream().map(DeviceReadings::values).mapToDouble(number)
                .filter(each -> !Double.isNaN(each)).toArray();
        int all = Math.max(card.tiles().size(), boards.size());
        var reading = numbers.length == 0 ? missingReading(card, boards, deviceMetric)
                : new MetricReading.MeasuredMetricReading(together.apply(DoubleStream.of(numbers)).orElseThrow());
        return new NodeGpuAggregateReading(reading, numbers.length, all);
    }

    private static MetricReading missingReading(NodeCardState card, List<DeviceReadings> boards,
            DeviceMetric deviceMetric) {
        var readings = card.readings();
        if (readings == null) {
            return new MissingMetricReading(MetricReading.MissingValueReason.NOT_READ_YET);
        }
        if (!card.recent()) {
            return new MissingMetricReading(readings.at() == null ? readings.missingReason()
                    : MetricReading.MissingValueReason.EXPORTER_SILENT);
        }
        return boards.stream().map(deviceReadings -> deviceReadings.readingOf(deviceMetric))
                .filter(MissingMetricReading.class::isInstance).findFirst()
                .orElse(new MissingMetricReading(boards.isEmpty() ? MetricReading.MissingValueReason.NOT_IN_REPORT
                        : MetricReading.MissingValueReason.NOT_EXPORTED));
    }

    /** Returns the recently read boards; all reported ones where these do not match what the node advertises. */
    private static List<DeviceReadings> boardsOf(NodeCardState card) {
        var readings = card.readings();
        if (readings == null || !card.recent()) {
            return List.of();
        }
        var matched = card.tiles().stream().map(GpuHeatmapTile::device).filter(Objects::nonNull).toList();
        return matched.isEmpty() ? readings.devices() : matched;
    }

    /** Returns the number as text, or a dash. */
    String valueText(DoubleFunction<String> words) {
        return MeasuredNumberFormatter.valueText(reading, words);
    }

    /** Returns a sum as text, marked as a minimum where boards are missing from it. */
    String sumText(DoubleFunction<String> words) {
        return (measured > 0 && measured < total ? "≥ " : "") + valueText(words);
    }

    /** Returns the reason for a missing or partial number; empty where all boards are measured. */
    String remarkText() {
        if (measured == 0) {
            return MESSAGES.text("reading.missing", MeasuredNumberFormatter.missingReason(reading));
        }
        if (measured == total) {
            return "";
        }
        return MESSAGES.text("reading.partial", measured, total);
    }

    OptionalDouble number() {
        if (reading instanceof MetricReading.MeasuredMetricReading(double value)) {
            return OptionalDouble.of(value);
        }
        return OptionalDouble.empty();
    }

    Optional<Comparable<?>> sortKey() {
        if (reading instanceof MetricReading.MeasuredMetricReading(double value)) {
            return Optional.of(value);
        }
        return Optional.empty();
    }
}

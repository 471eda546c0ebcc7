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
import tessera.alerts.ThermalLimit;
import tessera.insight.GpuTile;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.model.reading.MetricReading.MissingValue;
import tessera.model.reading.MetricValues;
import tessera.ui.kit.MeasureText;
import tessera.ui.mosaic.MosaicState.NodeCardState;

/**
 * Total of one quantity over the GPUs of a node, with the number of boards it covers. A board counts once, however it is cut.
 *
 * @param reading of all that are measured together
 * @param measured      how many boards are measured
 * @param total     how many there are
 */
record NodeMeasure(MetricReading reading, int measured, int total) {

    /** Returns the mean utilization over the boards, 0 to 1. */
    static NodeMeasure utilizationOf(NodeCardState card) {
        return of(card, Metric.UTILISATION, values -> values.get(Metric.UTILISATION), DoubleStream::average);
    }

    /** Returns the used share of the memory of all boards together. */
    static NodeMeasure memoryUseOf(NodeCardState card) {
        double usable = boardsOf(card).stream().map(DeviceReadings::values)
                .filter(values -> values.usedMemoryShare() >= 0)
                .mapToDouble(MetricValues::usableMemory).sum();
        return of(card, Metric.MEMORY_TOTAL,
                values -> values.usedMemoryShare() >= 0 ? values.get(Metric.MEMORY_USED) / usable : Double.NaN,
                shares -> OptionalDouble.of(shares.sum()));
    }

    /** Returns the highest temperature of a board, in °C. */
    static NodeMeasure hottestOf(NodeCardState card) {
        return of(card, Metric.TEMPERATURE, values -> values.get(Metric.TEMPERATURE), DoubleStream::max);
    }

    /** Returns the temperature limit that the hottest board exceeds; empty for none. */
    static Optional<ThermalLimit> thermalLimitOf(NodeCardState card, AlertRules rules) {
        return boardsOf(card).stream().flatMap(board -> ThermalLimit.of(board.values(), rules).stream())
                .max(Comparator.naturalOrder());
    }

    /** Returns the power draw of all boards together, in W. */
    static NodeMeasure powerOf(NodeCardState card) {
        return of(card, Metric.POWER, values -> values.get(Metric.POWER), watts -> OptionalDouble.of(watts.sum()));
    }

    private static NodeMeasure of(NodeCardState card, Metric metric, ToDoubleFunction<MetricValues> number,
            Function<DoubleStream, OptionalDouble> together) {
        var boards = boardsOf(card);
        var numbers = boards.stream().map(DeviceReadings::values).mapToDouble(number)
                .filter(each -> !Double.isNaN(each)).toArray();
        int all = Math.max(card.tiles().size(), boards.size());
        var reading = numbers.length == 0 ? missingReading(card, boards, metric)
                : new MetricReading.MeasuredValue(together.apply(DoubleStream.of(numbers)).orElseThrow());
        return new NodeMeasure(reading, numbers.length, all);
    }

    private static MetricReading missingReading(NodeCardState card, List<DeviceReadings> boards, Metric metric) {
        var readings = card.readings();
        if (readings == null) {
            return new MissingValue(MetricReading.MissingReason.NOT_READ_YET);
        }
        if (!card.fresh()) {
            return new MissingValue(
                    readings.at() == null ? readings.missingReason() : MetricReading.MissingReason.EXPORTER_SILENT);
        }
        return boards.stream().map(board -> board.readingOf(metric)).filter(MissingValue.class::isInstance).findFirst()
                .orElse(new MissingValue(boards.isEmpty() ? MetricReading.MissingReason.NOT_IN_REPORT
                        : MetricReading.MissingReason.NOT_EXPORTED));
    }

    /** Returns the recently read boards; all reported ones where these do not match what the node advertises. */
    private static List<DeviceReadings> boardsOf(NodeCardState card) {
        var readings = card.readings();
        if (readings == null || !card.fresh()) {
            return List.of();
        }
        var matched = card.tiles().stream().map(GpuTile::device).filter(Objects::nonNull).toList();
        return matched.isEmpty() ? readings.devices() : matched;
    }

    /** Returns the number as text, or a dash. */
    String valueText(DoubleFunction<String> words) {
        return MeasureText.valueText(reading, words);
    }

    /** Returns a sum as text, marked as a minimum where boards are missing from it. */
    String sumText(DoubleFunction<String> words) {
        return (measured > 0 && measured < total ? "≥ " : "") + valueText(words);
    }

    /** Returns the reason for a missing or partial number; empty where all boards are measured. */
    String remarkText() {
        return measured == 0 ? MeasureText.missingReason(reading)
                : measured == total ? "" : "%d of %d GPUs are measured".formatted(measured, total);
    }

    OptionalDouble number() {
        return reading instanceof MetricReading.MeasuredValue(double value) ? OptionalDouble.of(value)
                : OptionalDouble.empty();
    }

    Optional<Comparable<?>> sortKey() {
        return reading instanceof MetricReading.MeasuredValue(double value) ? Optional.of(value) : Optional.empty();
    }
}

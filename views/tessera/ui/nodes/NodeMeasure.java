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
 * What the GPUs of a node come to in one quantity. A board counts once, however it is cut.
 *
 * @param reading of all that are measured together
 * @param of      how many boards are measured
 * @param all     how many there are
 */
record NodeMeasure(MetricReading reading, int of, int all) {

    /** Mean over the boards of how busy they are, 0 to 1. */
    static NodeMeasure busy(NodeCardState card) {
        return of(card, Metric.UTILISATION, values -> values.get(Metric.UTILISATION), DoubleStream::average);
    }

    /** The share of their memory that is used, all boards together. */
    static NodeMeasure memory(NodeCardState card) {
        double usable = boards(card).stream().map(DeviceReadings::values).filter(values -> values.memoryShare() >= 0)
                .mapToDouble(MetricValues::usableMemory).sum();
        return of(card, Metric.MEMORY_TOTAL,
                values -> values.memoryShare() >= 0 ? values.get(Metric.MEMORY_USED) / usable : Double.NaN,
                shares -> OptionalDouble.of(shares.sum()));
    }

    /** The highest temperature of a board, in °C. */
    static NodeMeasure hottest(NodeCardState card) {
        return of(card, Metric.TEMPERATURE, values -> values.get(Metric.TEMPERATURE), DoubleStream::max);
    }

    /** How the hottest board that is too hot is judged. */
    static Optional<ThermalLimit> heat(NodeCardState card, AlertRules rules) {
        return boards(card).stream().flatMap(board -> ThermalLimit.of(board.values(), rules).stream())
                .max(Comparator.naturalOrder());
    }

    /** What all boards together draw, in W. */
    static NodeMeasure power(NodeCardState card) {
        return of(card, Metric.POWER, values -> values.get(Metric.POWER), watts -> OptionalDouble.of(watts.sum()));
    }

    private static NodeMeasure of(NodeCardState card, Metric metric, ToDoubleFunction<MetricValues> number,
            Function<DoubleStream, OptionalDouble> together) {
        var boards = boards(card);
        var numbers = boards.stream().map(DeviceReadings::values).mapToDouble(number)
                .filter(each -> !Double.isNaN(each)).toArray();
        int all = Math.max(card.tiles().size(), boards.size());
        var reading = numbers.length == 0 ? missing(card, boards, metric)
                : new MetricReading.MeasuredValue(together.apply(DoubleStream.of(numbers)).orElseThrow());
        return new NodeMeasure(reading, numbers.length, all);
    }

    private static MetricReading missing(NodeCardState card, List<DeviceReadings> boards, Metric metric) {
        var readings = card.readings();
        if (readings == null) {
            return new MissingValue(MetricReading.MissingReason.NOT_READ_YET);
        }
        if (!card.fresh()) {
            return new MissingValue(
                    readings.at() == null ? readings.reason() : MetricReading.MissingReason.EXPORTER_SILENT);
        }
        return boards.stream().map(board -> board.reading(metric)).filter(MissingValue.class::isInstance).findFirst()
                .orElse(new MissingValue(boards.isEmpty() ? MetricReading.MissingReason.NOT_IN_REPORT
                        : MetricReading.MissingReason.NOT_EXPORTED));
    }

    /** Those that were read of late; all that are reported where they do not fit what the node advertises. */
    private static List<DeviceReadings> boards(NodeCardState card) {
        var readings = card.readings();
        if (readings == null || !card.fresh()) {
            return List.of();
        }
        var matched = card.tiles().stream().map(GpuTile::device).filter(Objects::nonNull).toList();
        return matched.isEmpty() ? readings.devices() : matched;
    }

    /** The number in words, or a dash. */
    String words(DoubleFunction<String> words) {
        return MeasureText.of(reading, words);
    }

    /** The same of a sum, which is at least so much where boards are missing from it. */
    String sum(DoubleFunction<String> words) {
        return (of > 0 && of < all ? "≥ " : "") + words(words);
    }

    /** Why there is no number, or what it lacks; empty where all boards are measured. */
    String remark() {
        return of == 0 ? MeasureText.reason(reading) : of == all ? "" : "%d of %d GPUs are measured".formatted(of, all);
    }

    OptionalDouble number() {
        return reading instanceof MetricReading.MeasuredValue(double value) ? OptionalDouble.of(value)
                : OptionalDouble.empty();
    }

    Optional<Comparable<?>> order() {
        return reading instanceof MetricReading.MeasuredValue(double value) ? Optional.of(value) : Optional.empty();
    }
}

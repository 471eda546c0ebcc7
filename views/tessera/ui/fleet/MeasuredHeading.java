package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tessera.insight.Tile;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.Values;
import tessera.ui.kit.Measures;
import tessera.ui.kit.Numbers;
import tessera.ui.mosaic.MosaicState.Card;
import tessera.ui.mosaic.Scale;

/**
 * What a heading says of the GPUs below it under a measured lens. Each board counts once, only if it was read of late.
 *
 * @param number  e.g. {@code 67 %}; empty when nothing is measured
 * @param remarks what the number is, and what it lacks
 */
record MeasuredHeading(String number, String remarks) {

    static MeasuredHeading of(List<Card> cards, Scale scale) {
        var measured = new ArrayList<Values>();
        boards(cards).map(DeviceReadings::values).filter(values -> !Double.isNaN(scale.number(values)))
                .forEach(measured::add);
        long boards = cards.stream().mapToLong(card -> card.tiles().size()).sum();
        if (measured.isEmpty()) {
            return new MeasuredHeading("", "not measured");
        }
        long lacking = Math.max(0, boards - measured.size());
        return new MeasuredHeading(number(measured, scale, lacking == 0),
                words(scale) + (lacking == 0 ? "" : " · " + Numbers.count(lacking) + " not measured"));
    }

    /** What the hungriest board draws, in W. */
    static double watts(List<Card> cards) {
        return boards(cards).map(DeviceReadings::values).filter(values -> values.has(Metric.POWER))
                .mapToDouble(values -> values.get(Metric.POWER)).max().orElse(0);
    }

    private static Stream<DeviceReadings> boards(List<Card> cards) {
        return cards.stream().flatMap(card -> card.tiles().stream())
                .map(Tile::device).filter(Objects::nonNull);
    }

    private static String number(List<Values> measured, Scale scale, boolean complete) {
        var numbers = measured.stream().mapToDouble(scale::number);
        return switch (scale.lens()) {
            case TEMPERATURE -> Math.round(numbers.max().orElse(Double.NaN)) + " °C";
            case POWER -> Measures.power(numbers.sum(), complete);
            case MEMORY ->
                Measures.percent(measured.stream().mapToDouble(values -> values.get(Metric.MEMORY_USED)).sum()
                        / measured.stream().mapToDouble(Values::usableMemory).sum()) + " %";
            default -> Math.round(numbers.average().orElse(Double.NaN)) + " %";
        };
    }

    private static String words(Scale scale) {
        return switch (scale.lens()) {
            case TEMPERATURE -> "hottest";
            case POWER -> "board power";
            case MEMORY -> "memory used";
            default -> "mean busy";
        };
    }
}

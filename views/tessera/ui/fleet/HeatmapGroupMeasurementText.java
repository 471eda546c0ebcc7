package tessera.ui.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tessera.gpu.GpuHeatmapTile;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.heatmap.HeatmapColorScale;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.MeasuredNumberFormatter;

/**
 * Text of a group heading about its GPUs under a measured lens. Each board counts once, only if it was read of late.
 *
 * @param number  e.g. {@code 67 %}; empty when nothing is measured
 * @param notes what the number is, and what it lacks
 */
record HeatmapGroupMeasurementText(String number, String notes) {

    static HeatmapGroupMeasurementText of(List<NodeCardState> cards, HeatmapColorScale scale) {
        var measured = new ArrayList<DeviceMetricValues>();
        boardReadings(cards).map(DeviceReadings::values).filter(values -> !Double.isNaN(scale.lensValue(values)))
                .forEach(measured::add);
        long boards = cards.stream().mapToLong(card -> card.tiles().size()).sum();
        if (measured.isEmpty()) {
            return new HeatmapGroupMeasurementText("", "not measured");
        }
        long lacking = Math.max(0, boards - measured.size());
        return new HeatmapGroupMeasurementText(averageText(measured, scale, lacking == 0),
                remarkText(scale)
                        + (lacking == 0 ? "" : " · " + GroupedNumberFormatter.count(lacking) + " not measured"));
    }

    /** Returns the power of the board that draws the most, in W. */
    static double highestPower(List<NodeCardState> cards) {
        return boardReadings(cards).map(DeviceReadings::values).filter(values -> values.hasValue(DeviceMetric.POWER))
                .mapToDouble(values -> values.get(DeviceMetric.POWER)).max().orElse(0);
    }

    private static Stream<DeviceReadings> boardReadings(List<NodeCardState> cards) {
        return cards.stream().flatMap(card -> card.tiles().stream())
                .map(GpuHeatmapTile::device).filter(Objects::nonNull);
    }

    private static String averageText(List<DeviceMetricValues> measured, HeatmapColorScale scale, boolean complete) {
        var numbers = measured.stream().mapToDouble(scale::lensValue);
        return switch (scale.colorMode()) {
            case TEMPERATURE -> Math.round(numbers.max().orElse(Double.NaN)) + " °C";
            case POWER -> MeasuredNumberFormatter.power(numbers.sum(), complete);
            case MEMORY ->
                MeasuredNumberFormatter
                        .percent(measured.stream().mapToDouble(values -> values.get(DeviceMetric.MEMORY_USED)).sum()
                                / measured.stream().mapToDouble(DeviceMetricValues::usableMemory).sum())
                        + " %";
            default -> Math.round(numbers.average().orElse(Double.NaN)) + " %";
        };
    }

    private static String remarkText(HeatmapColorScale scale) {
        return switch (scale.colorMode()) {
            case TEMPERATURE -> "hottest";
            case POWER -> "board power";
            case MEMORY -> "memory used";
            default -> "mean busy";
        };
    }
}

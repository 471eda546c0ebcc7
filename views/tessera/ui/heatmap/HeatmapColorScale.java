package tessera.ui.heatmap;

import java.util.OptionalDouble;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;

/**
 * Range of values over which the colours of a measured lens run.
 *
 * @param unit of both numbers, as it is written behind them
 */
public record HeatmapColorScale(HeatmapColorMode colorMode, double low, double high, String unit) {

    private static final double COOL = 20;
    private static final double HOT = 100;
    private static final double STEP = 100;

    /**
     * Returns the scale of a lens.
     *
     * @param watts what the hungriest board draws
     */
    public static HeatmapColorScale of(HeatmapColorMode colorMode, double watts) {
        return switch (colorMode) {
            case TEMPERATURE -> new HeatmapColorScale(colorMode, COOL, HOT, "°C");
            case POWER -> new HeatmapColorScale(colorMode, 0, Math.max(1, Math.ceil(watts / STEP)) * STEP, "W");
            default -> new HeatmapColorScale(colorMode, 0, 100, "%");
        };
    }

    /** Returns the position of a GPU part's value between the ends, 0 to 1; empty without a recent measurement. */
    public OptionalDouble levelOf(GpuHeatmapTile tile, AllocatableGpuPart part) {
        var device = tile.device();
        if (device == null) {
            return OptionalDouble.empty();
        }
        boolean own = tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG
                && (colorMode == HeatmapColorMode.UTILISATION || colorMode == HeatmapColorMode.MEMORY);
        var values = own ? device.findInstance(part.instance()).map(instance -> instance.values())
                .orElse(DeviceMetricValues.NONE) : device.values();
        double number = lensValue(values);
        if (Double.isNaN(number)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Math.clamp((number - low) / (high - low), 0, 1));
    }

    /** Returns the value that the lens shows, in the unit of this scale; NaN where there is none. */
    public double lensValue(DeviceMetricValues values) {
        return switch (colorMode) {
            case UTILISATION -> 100 * values.get(DeviceMetric.UTILISATION);
            case MEMORY -> 100 * values.usedMemoryShare();
            case TEMPERATURE -> values.get(DeviceMetric.TEMPERATURE);
            case POWER -> values.get(DeviceMetric.POWER);
            case ALLOCATION, HEALTH, OWNER -> Double.NaN;
        };
    }
}

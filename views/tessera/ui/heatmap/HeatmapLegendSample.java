package tessera.ui.heatmap;

import java.util.List;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNodeState;

/**
 * Small piece of a heatmap, drawn beside the text that explains it.
 *
 * @param tile  the GPU, where GPUs are drawn as tiles
 * @param strip the GPUs of the node, where nodes are drawn as strips; empty for what is not told apart there
 * @param state of the node
 * @param partitioned whether parts of the tile are partitions
 */
public record HeatmapLegendSample(GpuHeatmapTile tile, List<GpuHeatmapTile> strip, GpuNodeState state,
        boolean partitioned) {

    public HeatmapLegendSample(GpuHeatmapTile tile, List<GpuHeatmapTile> strip, GpuNodeState state) {
        this(tile, strip, state, false);
    }

    public HeatmapLegendSample {
        strip = List.copyOf(strip);
    }
}

package tessera.ui.mosaic;

import java.util.List;
import tessera.insight.GpuMosaicTile;
import tessera.insight.GpuNode;

/**
 * Small piece of a mosaic, drawn beside the text that explains it.
 *
 * @param tile  the GPU, where GPUs are drawn as tiles
 * @param strip the GPUs of the node, where nodes are drawn as strips; empty for what is not told apart there
 * @param state of the node
 */
public record HeatmapLegendSample(GpuMosaicTile tile, List<GpuMosaicTile> strip, GpuNode.State state) {

    public HeatmapLegendSample {
        strip = List.copyOf(strip);
    }
}

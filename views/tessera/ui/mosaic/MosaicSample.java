package tessera.ui.mosaic;

import java.util.List;
import tessera.insight.GpuNode;
import tessera.insight.GpuTile;

/**
 * Small piece of a mosaic, drawn beside the text that explains it.
 *
 * @param tile  the GPU, where GPUs are drawn as tiles
 * @param strip the GPUs of the node, where nodes are drawn as strips; empty for what is not told apart there
 * @param state of the node
 */
public record MosaicSample(GpuTile tile, List<GpuTile> strip, GpuNode.State state) {

    public MosaicSample {
        strip = List.copyOf(strip);
    }
}

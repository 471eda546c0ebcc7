package tessera.gpu;

import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;

/**
 * A board that a node lists individually, e.g. in the register of HAMi.
 *
 * @param id        its UUID
 * @param index     its number on the node; −1 where that is not told
 * @param product   what it is
 * @param mebibytes its memory, as far as it is handed out; 0 where that is not told
 * @param shares    how many pods may share it
 * @param healthy   whether it may be handed out
 */
public record NodeAnnotationGpuEntry(String id, int index, AcceleratorProduct product, long mebibytes, int shares,
        boolean healthy) {

    NodeAnnotationGpuEntry withoutIndex() {
        return new NodeAnnotationGpuEntry(id, -1, product, mebibytes, shares, healthy);
    }
}

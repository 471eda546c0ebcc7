package tessera.gpu;

import tessera.model.NodeResourceUse;

/** A resource that a node advertises, or that pods on it hold. */
record NodeAcceleratorResource(AcceleratorCatalogEntry kind, NodeResourceUse use) {

    /** Returns the largest advertised amount, as a resource may be missing from capacity or from allocatable. */
    long units() {
        return Math.max(use.capacity(), use.allocatable());
    }

    boolean isVirtual() {
        return kind.kind().equals("vgpu") || kind.kind().equals("gpu-passthrough");
    }

    /** Returns whether it goes by the name of whole devices. */
    boolean isDevice() {
        return kind.unitKind() == AcceleratorCatalogEntry.ResourceUnitKind.DEVICE && !isVirtual();
    }

    /** Returns the board family: a vendor makes more than GPUs. */
    String familyName() {
        return kind.vendor() + isVirtual() + (kind.isGpuBased() ? "" : kind.kind().split("-", 2)[0]);
    }
}

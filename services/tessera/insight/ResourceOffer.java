package tessera.insight;

import tessera.model.ResourceUse;

/** A resource that a node advertises, or that pods on it hold. */
record ResourceOffer(Accelerator kind, ResourceUse use) {

    /** What was advertised at most: a resource may be missing from what the kubelet counts, or from what it hands out. */
    long units() {
        return Math.max(use.capacity(), use.allocatable());
    }

    boolean virtual() {
        return kind.kind().equals("vgpu") || kind.kind().equals("gpu-passthrough");
    }

    /** Whether it goes by the name of whole devices. */
    boolean device() {
        return kind.form() == Accelerator.UnitForm.DEVICE && !virtual();
    }

    /** What tells boards of one family from others: a vendor makes more than GPUs. */
    String family() {
        return kind.vendor() + virtual() + (kind.ofGpus() ? "" : kind.kind().split("-", 2)[0]);
    }
}

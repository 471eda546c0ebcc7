package tessera.gpu;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of accelerator that a cluster can advertise as an extended resource.
 *
 * @param id      stable name within the catalogue
 * @param vendor  who makes it
 * @param title   what to call a device whose product is not known
 * @param kind    e.g. {@code gpu}, {@code mig}, {@code tpu}, {@code nic}
 * @param unitKind    what one unit of the resource is
 * @param labels what nodes say of such devices
 */
public record AcceleratorCatalogEntry(String id, String vendor, String title, String kind, ResourceUnitKind unitKind,
        DeviceLabelKeys labels) {

    /**
     * Labels and annotations by which nodes describe devices; of several the first that a node carries counts.
     *
     * @param present    say that such a device is there, as {@code key} or {@code key=value}
     * @param model      name the product
     * @param memory     give the memory of one device
     * @param count      count the devices
     * @param counted    labels of this pattern each count the devices of one product
     * @param numbered   list the numbers of devices, set apart by dots
     * @param partition  tell into what all of them are partitioned, e.g. {@code dpx_nps1}
     * @param registers  annotations in which GPU-sharing schedulers keep the cards of a node
     * @param driver     give the driver's version
     */
    public record DeviceLabelKeys(List<String> present, List<String> model, List<String> memory, List<String> count,
            Optional<Pattern> counted, List<String> numbered, List<String> partition, List<String> registers,
            List<String> driver) {

        static final DeviceLabelKeys NONE = new DeviceLabelKeys(List.of(), List.of(), List.of(), List.of(),
                Optional.empty(), List.of(), List.of(), List.of(), List.of());
    }

    /** The form of one unit of a resource. */
    public enum ResourceUnitKind {
        /** A device; under sharing without renaming a replica of one, under MIG strategy single an instance of one. */
        DEVICE,
        /** A hardware partition of a device. */
        PARTITION,
        /** A time-slice or MPS share of a device. */
        REPLICA,
        /** An amount of a device's memory or compute. Says nothing about how many devices there are. */
        FRACTION,
        /** Access to something that is no accelerator, such as a network function. */
        HANDLE,
        /** Processor, memory and the like. */
        SYSTEM
    }

    private static final List<String> COMPUTE = List.of("gpu", "gpu-shared", "mig", "vgpu", "gpu-partition",
            "gpu-passthrough", "hpu", "npu", "tpu", "fpga");

    /** Returns the accelerator for an extended resource that the user counts as one though the catalogue does not know it. */
    static AcceleratorCatalogEntry forResource(String resource) {
        return new AcceleratorCatalogEntry(resource, resource.replaceFirst("/.*", ""), resource, "gpu",
                ResourceUnitKind.DEVICE, DeviceLabelKeys.NONE);
    }

    /** Returns whether its units are devices, or parts of devices, that compute: what the fleet is made of. */
    public boolean isCompute() {
        return COMPUTE.contains(kind) && unitKind != ResourceUnitKind.HANDLE && unitKind != ResourceUnitKind.FRACTION;
    }

    /** Returns whether a pod that requests it belongs among the GPU pods. */
    public boolean marksGpuPod() {
        return isCompute() || unitKind == ResourceUnitKind.FRACTION;
    }

    /** Returns whether it is a GPU, or a part of one. */
    boolean isGpuBased() {
        return kind.startsWith("gpu") || isMig();
    }

    /** Returns whether people call its devices GPUs; those of other kinds are accelerators. */
    public boolean isCalledGpu() {
        return kind.contains("gpu") || isMig();
    }

    /** Returns whether it is a MIG instance. */
    public boolean isMig() {
        return kind.equals("mig");
    }
}

package tessera.insight;

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
 * @param form    what one unit of the resource is
 * @param labels what nodes say of such devices
 */
public record Accelerator(String id, String vendor, String title, String kind, UnitForm form, DeviceLabels labels) {

    /**
     * Labels and annotations by which nodes tell of devices; of several the first that a node carries counts.
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
    public record DeviceLabels(List<String> present, List<String> model, List<String> memory, List<String> count,
            Optional<Pattern> counted, List<String> numbered, List<String> partition, List<String> registers,
            List<String> driver) {

        static final DeviceLabels NONE = new DeviceLabels(List.of(), List.of(), List.of(), List.of(), Optional.empty(),
                List.of(),
                List.of(), List.of(), List.of());
    }

    /** What one unit of a resource is. */
    public enum UnitForm {
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

    /** An extended resource that the user counts as an accelerator though the catalogue does not know it. */
    static Accelerator named(String resource) {
        return new Accelerator(resource, resource.replaceFirst("/.*", ""), resource, "gpu", UnitForm.DEVICE,
                DeviceLabels.NONE);
    }

    /** Whether units of it are devices, or parts of devices, that compute: what the fleet is made of. */
    public boolean computes() {
        return COMPUTE.contains(kind) && form != UnitForm.HANDLE && form != UnitForm.FRACTION;
    }

    /** Whether a pod that asks for it belongs among the GPU pods. */
    public boolean wanted() {
        return computes() || form == UnitForm.FRACTION;
    }

    /** Whether it is a GPU, or handed out of one. */
    boolean ofGpus() {
        return kind.startsWith("gpu") || mig();
    }

    /** Whether it is a MIG instance. */
    public boolean mig() {
        return kind.equals("mig");
    }
}

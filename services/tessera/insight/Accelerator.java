package tessera.insight;

import java.util.List;

/**
 * A kind of accelerator that a cluster can advertise as an extended resource.
 *
 * @param id      stable name within the catalogue
 * @param vendor  who makes it
 * @param title   what to call a device whose product is not known
 * @param kind    e.g. {@code gpu}, {@code mig}, {@code tpu}, {@code nic}
 * @param form    what one unit of the resource is
 * @param present node labels that say such a device is there, as {@code key} or {@code key=value}
 * @param model   node labels that name the product, the first present one counts
 * @param memory  node labels that give the memory of one device
 * @param count   node labels that count the devices
 * @param driver  node labels that give the driver's version
 */
public record Accelerator(String id, String vendor, String title, String kind, Form form, List<String> present,
        List<String> model,
        List<String> memory, List<String> count, List<String> driver) {

    /** What one unit of a resource is. */
    public enum Form {
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

    private static final List<String> COMPUTE = List.of("gpu", "gpu-shared", "mig", "vgpu", "gpu-partition", "hpu",
            "npu", "tpu", "fpga");

    public Accelerator {
        present = List.copyOf(present);
        model = List.copyOf(model);
        memory = List.copyOf(memory);
        count = List.copyOf(count);
        driver = List.copyOf(driver);
    }

    /** An extended resource that the user counts as an accelerator though the catalogue does not know it. */
    static Accelerator named(String resource) {
        return new Accelerator(resource, resource.replaceFirst("/.*", ""), resource, "gpu", Form.DEVICE, List.of(),
                List.of(),
                List.of(), List.of(), List.of());
    }

    /** Whether units of it are devices, or parts of devices, that compute: what the fleet is made of. */
    public boolean computes() {
        return COMPUTE.contains(kind) && form != Form.HANDLE && form != Form.FRACTION;
    }

    /** Whether a pod that asks for it belongs among the GPU pods. */
    public boolean wanted() {
        return computes() || form == Form.FRACTION;
    }

    /** Whether it is a MIG instance. */
    public boolean mig() {
        return kind.equals("mig");
    }
}

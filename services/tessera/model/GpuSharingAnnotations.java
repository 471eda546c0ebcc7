package tessera.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * The pod annotations by which schedulers that share GPUs are asked for parts of them, and record the parts they gave. Source:
 * KAI-Scheduler 0.13 pkg/common/constants, HAMi 2.10 pkg/device, Volcano 1.15 pkg/scheduler/api/devices.
 */
public final class GpuSharingAnnotations {

    /** KAI: the part of each GPU that is asked for, above 0 and below 1. */
    public static final String FRACTION = "gpu-fraction";
    /** KAI: the memory of each GPU that is asked for, in MiB. */
    public static final String MEMORY = "gpu-memory";
    /** KAI: of how many GPUs a part is asked for. */
    public static final String DEVICES = "gpu-fraction-num-devices";
    /** KAI: the GPU that a pod only reserves, by its UUID or its number. */
    public static final String RESERVED = "run.ai/reserve_for_gpu_index";
    /** KAI: notes on a pod it has placed what kind of GPU this was given. */
    public static final String RECEIVED = "received-resource-type";
    /** HAMi: which cards a pod was given, and how much of each. */
    public static final String HAMI_ASSIGNMENT = "hami.io/vgpu-devices-allocated";
    /** HAMi and Volcano: which cards a pod was given, and how much of each. */
    public static final List<String> ASSIGNMENTS = List.of(HAMI_ASSIGNMENT, "volcano.sh/vgpu-ids-new");
    /** All of them. */
    public static final List<String> ANNOTATIONS = Stream
            .concat(Stream.of(FRACTION, MEMORY, DEVICES, RESERVED, RECEIVED), ASSIGNMENTS.stream()).toList();

    private GpuSharingAnnotations() {}
}

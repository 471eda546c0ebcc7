package tessera.gpu;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import tessera.model.GpuSharingAnnotations;
import tessera.model.NodeSummary;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;

/**
 * A fraction of a GPU that a pod requests from KAI by annotations instead of resource requests.
 *
 * @param fraction      of each GPU, 0 to 1; 0 where it is asked for by memory
 * @param mebibytes of each GPU's memory; 0 where it is asked for as a part
 * @param gpus      of how many GPUs
 */
public record KaiGpuFraction(double fraction, long mebibytes, int gpus) {

    public static final String GROUP = "runai-gpu-group";
    private static final String GROUPS = GROUP + "/";
    private static final Set<String> KAI = Set.of("kai-scheduler", "runai-scheduler");
    private static final Set<String> QUEUES = Set.of("kai.scheduler/queue", "runai/queue");
    /** Values of the app label of reservation pods: those of KAI, and of Run:ai and KAI before 0.6. */
    private static final Set<String> RESERVATIONS = Set.of("kai-resource-reservation", "runai-reservation");
    private static final int MOST = 64;

    /** Reads the fraction that a pod requests; empty if it requests none. */
    public static Optional<KaiGpuFraction> fromAnnotations(PodSummary pod) {
        if (isKaiPod(pod)) {
            return parseRequest(pod);
        }
        return Optional.empty();
    }

    /** Returns whether KAI schedules the pod, as other tools use annotations of the same names. */
    private static boolean isKaiPod(PodSummary pod) {
        return pod.schedulingConstraints().map(PodSchedulingConstraints::schedulerName).filter(KAI::contains)
                .isPresent()
                || pod.labels().keySet().stream()
                        .anyMatch(key -> QUEUES.contains(key) || key.equals(GROUP) || key.startsWith(GROUPS))
                || !pod.devices().annotation(GpuSharingAnnotations.RECEIVED).isEmpty();
    }

    private static Optional<KaiGpuFraction> parseRequest(PodSummary pod) {
        int gpus = Math.clamp(NodeLabelParser.parseNumber(pod.devices().annotation(GpuSharingAnnotations.DEVICES)), 1,
                MOST);
        double part = parseNumber(pod.devices().annotation(GpuSharingAnnotations.FRACTION));
        if (part > 0) {
            return Optional.of(new KaiGpuFraction(Math.min(1, part), 0, gpus));
        }
        int memory = NodeLabelParser.parseNumber(pod.devices().annotation(GpuSharingAnnotations.MEMORY));
        if (memory > 0) {
            return Optional.of(new KaiGpuFraction(0, memory, gpus));
        }
        return Optional.empty();
    }

    /** Returns whether a pod only reserves a GPU for the pods that share it. */
    public static boolean isReservation(PodSummary pod) {
        return pod.labels().containsKey(GROUP) && (!pod.devices().annotation(GpuSharingAnnotations.RESERVED).isEmpty()
                || RESERVATIONS.contains(pod.labels().getOrDefault("app", "")));
    }

    /** Returns the UUID or the index of the GPU that a reservation pod of KAI reserves. */
    static String reservedGpu(PodSummary pod) {
        return pod.devices().annotation(GpuSharingAnnotations.RESERVED);
    }

    /** Returns whether a pod belongs to a group of pods that share a GPU. */
    public static boolean isInGroup(PodSummary pod, String group) {
        return group.equals(pod.labels().get(GROUP)) || pod.labels().containsKey(GROUPS + group);
    }

    /** The groups of those that share a GPU of which a pod is one, each of another GPU. */
    public static List<String> groups(PodSummary pod) {
        return pod.labels().entrySet().stream()
                .filter(label -> label.getKey().equals(GROUP) || label.getKey().startsWith(GROUPS))
                .map(label -> label.getKey().equals(GROUP) ? label.getValue()
                        : label.getKey().substring(GROUPS.length()))
                .distinct().sorted().toList();
    }

    /** Returns the fraction of one GPU with that much memory; 0 if unknown. */
    double shareOfBoard(long boardMebibytes) {
        return fraction > 0 || boardMebibytes <= 0 ? fraction : Math.min(1, (double) mebibytes / boardMebibytes);
    }

    /** Returns the whole GPUs that it comes to on a node; empty where the memory of the node's GPUs is not known. */
    public OptionalDouble gpusOn(NodeSummary node) {
        double share = shareOfBoard(NodeLabelParser.parseNumber(node.label("nvidia.com/gpu.memory")));
        if (share > 0) {
            return OptionalDouble.of(gpus * share);
        }
        return OptionalDouble.empty();
    }

    /** Returns the amount of each GPU, e.g. {@code 0.5} or {@code 2000 MiB}. */
    String amountText() {
        if (fraction == 0) {
            return mebibytes + " MiB";
        }
        return Double.toString(Math.round(fraction * 1000) / 1000.0).replaceFirst("\\.0$", "");
    }

    /** Returns for example {@code 0.5 GPU}, {@code 0.25 of 2 GPUs}, {@code 4000 MiB of a GPU}. */
    public String fractionText() {
        if (gpus > 1) {
            return "%s of %d GPUs".formatted(amountText(), gpus);
        }
        return amountText() + (fraction == 0 ? " of a GPU" : " GPU");
    }

    private static double parseNumber(String text) {
        try {
            double value = text.isEmpty() ? 0 : Double.parseDouble(text);
            return Double.isFinite(value) ? value : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}

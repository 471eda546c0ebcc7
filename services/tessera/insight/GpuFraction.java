package tessera.insight;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.model.GpuSharing;
import tessera.model.PodFacts;
import tessera.model.SchedulingConstraints;

/**
 * A part of a GPU that a pod asks KAI for by annotations instead of by requests.
 *
 * @param part      of each GPU, 0 to 1; 0 where it is asked for by memory
 * @param mebibytes of each GPU's memory; 0 where it is asked for as a part
 * @param gpus      of how many GPUs
 */
public record GpuFraction(double part, long mebibytes, int gpus) {

    public static final String GROUP = "runai-gpu-group";
    private static final String GROUPS = GROUP + "/";
    private static final Set<String> KAI = Set.of("kai-scheduler", "runai-scheduler");
    private static final Set<String> QUEUES = Set.of("kai.scheduler/queue", "runai/queue");
    private static final int MOST = 64;

    /** What a pod asks for; empty for one that asks for no part of a GPU. */
    public static Optional<GpuFraction> of(PodFacts pod) {
        return ofKai(pod) ? asked(pod) : Optional.empty();
    }

    /** Annotations of the same names are common; KAI heeds them on pods that it places. */
    private static boolean ofKai(PodFacts pod) {
        return pod.placing().map(SchedulingConstraints::scheduler).filter(KAI::contains).isPresent()
                || pod.labels().keySet().stream().anyMatch(
                        key -> QUEUES.contains(key) || key.equals(GROUP) || key.startsWith(GROUPS))
                || !pod.devices().annotation(GpuSharing.RECEIVED).isEmpty();
    }

    private static Optional<GpuFraction> asked(PodFacts pod) {
        int gpus = Math.clamp(GpuNodes.number(pod.devices().annotation(GpuSharing.DEVICES)), 1, MOST);
        double part = number(pod.devices().annotation(GpuSharing.FRACTION));
        if (part > 0) {
            return Optional.of(new GpuFraction(Math.min(1, part), 0, gpus));
        }
        int memory = GpuNodes.number(pod.devices().annotation(GpuSharing.MEMORY));
        return memory > 0 ? Optional.of(new GpuFraction(0, memory, gpus)) : Optional.empty();
    }

    /** Whether a pod holds a GPU for those that share it, and does nothing with it. */
    public static boolean reserves(PodFacts pod) {
        return pod.labels().containsKey(GROUP) && (!pod.devices().annotation(GpuSharing.RESERVED).isEmpty()
                || pod.labels().getOrDefault("app", "").equals("kai-resource-reservation"));
    }

    /** The UUID or the number of the GPU that a pod of KAI reserves. */
    static String reserved(PodFacts pod) {
        return pod.devices().annotation(GpuSharing.RESERVED);
    }

    /** Whether a pod is of a group of those that share a GPU. */
    public static boolean shares(PodFacts pod, String group) {
        return group.equals(pod.labels().get(GROUP)) || pod.labels().containsKey(GROUPS + group);
    }

    /** The groups of those that share a GPU of which a pod is one, each of another GPU. */
    public static List<String> groups(PodFacts pod) {
        return pod.labels().entrySet().stream()
                .filter(label -> label.getKey().equals(GROUP) || label.getKey().startsWith(GROUPS))
                .map(label -> label.getKey().equals(GROUP) ? label.getValue()
                        : label.getKey().substring(GROUPS.length()))
                .distinct().sorted().toList();
    }

    /** The part of one GPU with so much memory; 0 where that cannot be told. */
    double of(long boardMebibytes) {
        return part > 0 || boardMebibytes <= 0 ? part : Math.min(1, (double) mebibytes / boardMebibytes);
    }

    /** What it is of each GPU, e.g. {@code 0.5} or {@code 2000 MiB}. */
    String amount() {
        return part == 0 ? mebibytes + " MiB"
                : Double.toString(Math.round(part * 1000) / 1000.0).replaceFirst("\\.0$", "");
    }

    /** For example {@code 0.5 GPU}, {@code 0.25 of 2 GPUs}, {@code 4000 MiB of a GPU}. */
    public String words() {
        if (gpus > 1) {
            return "%s of %d GPUs".formatted(amount(), gpus);
        }
        return amount() + (part == 0 ? " of a GPU" : " GPU");
    }

    private static double number(String text) {
        try {
            double value = text.isEmpty() ? 0 : Double.parseDouble(text);
            return Double.isFinite(value) ? value : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}

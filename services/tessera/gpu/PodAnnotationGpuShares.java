package tessera.gpu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.GpuSharingAnnotations;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;

/**
 * The parts of a node's boards that pods hold by annotations: HAMi and Volcano note card UUIDs, KAI groups around a reservation pod.
 *
 * @param notedShares    parts of boards that are named by their UUIDs
 * @param reservedShares parts of the GPU that a reservation pod holds, by its key; a pod without a sharer is not among them
 */
record PodAnnotationGpuShares(List<PodGpuShare> notedShares, Map<String, List<PodGpuShare>> reservedShares) {

    static final PodAnnotationGpuShares NONE = new PodAnnotationGpuShares(List.of(), Map.of());

    PodAnnotationGpuShares {
        notedShares = List.copyOf(notedShares);
        reservedShares = Map.copyOf(reservedShares);
    }

    static PodAnnotationGpuShares of(NodeWithBoundPods info, SchedulerRegisteredGpuCards register) {
        var noted = new ArrayList<PodGpuShare>();
        var sharers = new ArrayList<PodSummary>();
        var reserving = new ArrayList<PodSummary>();
        for (var pod : info.pods()) {
            if (pod.holdsResources() && KaiGpuFraction.isReservation(pod)) {
                reserving.add(pod);
            } else if (pod.holdsResources() && !pod.devices().annotations().isEmpty()) {
                if (KaiGpuFraction.fromAnnotations(pod).isPresent()) {
                    sharers.add(pod);
                }
                GpuSharingAnnotations.ASSIGNMENTS.stream().map(pod.devices()::annotation)
                        .filter(text -> !text.isEmpty()).findFirst()
                        .ifPresent(text -> readAssignment(pod, text, register, noted));
            }
        }
        if (noted.isEmpty() && reserving.isEmpty()) {
            return NONE;
        }
        return new PodAnnotationGpuShares(noted, readReservations(info.nodeSummary(), reserving, sharers));
    }

    /** Reads an assignment: containers are separated by semicolons, cards by colons, each with UUID, type, memory and percent of the cores. */
    private static void readAssignment(PodSummary pod, String text, SchedulerRegisteredGpuCards register,
            List<PodGpuShare> noted) {
        var sizes = new LinkedHashMap<String, Double>();
        for (var card : text.split("[;:]", -1)) {
            var fields = card.split(",", -1);
            if (fields.length >= 4 && !fields[0].isBlank()) {
                var id = fields[0].strip().replaceFirst("\\[.*", "");
                long memory = register.entries().stream().filter(annotationEntry -> annotationEntry.id().equals(id))
                        .findFirst().map(NodeAnnotationGpuEntry::mebibytes).orElse(0L);
                double size = Math.max(memory == 0 ? 0 : (double) NodeLabelParser.parseNumber(fields[2]) / memory,
                        NodeLabelParser.parseNumber(fields[3]) / 100.0);
                sizes.merge(id, Math.min(1, size), Double::sum);
            }
        }
        sizes.forEach((id, size) -> noted.add(new PodGpuShare(pod, id, Math.min(1, size))));
    }

    private static Map<String, List<PodGpuShare>> readReservations(NodeSummary nodeSummary, List<PodSummary> reserving,
            List<PodSummary> sharers) {
        long memory = NodeLabelParser.parseNumber(nodeSummary.label("nvidia.com/gpu.memory"));
        var reserved = new LinkedHashMap<String, List<PodGpuShare>>();
        for (var pod : reserving) {
            var group = pod.labels().getOrDefault(KaiGpuFraction.GROUP, "");
            var parts = sharers.stream().filter(sharer -> KaiGpuFraction.isInGroup(sharer, group))
                    .map(sharer -> gpuShareOf(sharer, group, memory)).toList();
            if (!parts.isEmpty()) {
                reserved.put(pod.key(), parts);
            }
        }
        return reserved;
    }

    private static PodGpuShare gpuShareOf(PodSummary sharer, String group, long memory) {
        return new PodGpuShare(sharer, group,
                KaiGpuFraction.fromAnnotations(sharer).map(part -> part.shareOfBoard(memory)).orElse(0.0));
    }

    /** Returns whether a pod stands for others that are seen to share its GPU. */
    boolean standsFor(PodSummary pod) {
        return reservedShares.containsKey(pod.key());
    }

    /** Returns the pods that hold a part of a GPU which another pod reserves for them. */
    List<PodSummary> sharers() {
        return reservedShares.values().stream().flatMap(List::stream).map(PodGpuShare::pod).distinct().toList();
    }

    /** Returns the number of boards of which pods hold noted parts. */
    long countNotedBoards() {
        return notedShares.stream().map(PodGpuShare::gpuId).distinct().count();
    }

    /** Returns the keys of the pods with noted shares. */
    Set<String> notedPodKeys() {
        var keys = new HashSet<String>();
        notedShares.forEach(share -> keys.add(share.pod().key()));
        return keys;
    }

    /** Returns the boards that a pod holds, in whole ones. */
    double shareOf(PodSummary pod) {
        double sum = 0;
        for (var share : notedShares) {
            sum += share.pod().key().equals(pod.key()) ? share.size() : 0;
        }
        for (var parts : reservedShares.values()) {
            for (var share : parts) {
                sum += share.pod().key().equals(pod.key()) ? share.size() : 0;
            }
        }
        return sum;
    }
}

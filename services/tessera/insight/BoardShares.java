package tessera.insight;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.GpuSharing;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;

/**
 * The parts of a node's boards that pods hold by annotations: HAMi and Volcano note card UUIDs, KAI groups around a reservation pod.
 *
 * @param notedShares    parts of boards that are named by their UUIDs
 * @param reservedShares parts of the GPU that a reservation pod holds, by its key; a pod without a sharer is not among them
 */
record BoardShares(List<BoardShare> notedShares, Map<String, List<BoardShare>> reservedShares) {

    static final BoardShares NONE = new BoardShares(List.of(), Map.of());

    BoardShares {
        notedShares = List.copyOf(notedShares);
        reservedShares = Map.copyOf(reservedShares);
    }

    static BoardShares of(NodeInfo info, CardRegister register) {
        var noted = new ArrayList<BoardShare>();
        var sharers = new ArrayList<PodFacts>();
        var reserving = new ArrayList<PodFacts>();
        for (var pod : info.pods()) {
            if (pod.holdsResources() && GpuFraction.isReservation(pod)) {
                reserving.add(pod);
            } else if (pod.holdsResources() && !pod.devices().annotations().isEmpty()) {
                if (GpuFraction.fromAnnotations(pod).isPresent()) {
                    sharers.add(pod);
                }
                GpuSharing.ASSIGNMENTS.stream().map(pod.devices()::annotation).filter(text -> !text.isEmpty())
                        .findFirst()
                        .ifPresent(text -> readAssignment(pod, text, register, noted));
            }
        }
        if (noted.isEmpty() && reserving.isEmpty()) {
            return NONE;
        }
        return new BoardShares(noted, readReservations(info.facts(), reserving, sharers));
    }

    /** Reads an assignment: containers are separated by semicolons, cards by colons, each with UUID, type, memory and percent of the cores. */
    private static void readAssignment(PodFacts pod, String text, CardRegister register, List<BoardShare> noted) {
        var sizes = new LinkedHashMap<String, Double>();
        for (var card : text.split("[;:]", -1)) {
            var fields = card.split(",", -1);
            if (fields.length >= 4 && !fields[0].isBlank()) {
                var id = fields[0].strip().replaceFirst("\\[.*", "");
                long memory = register.boards().stream().filter(board -> board.id().equals(id)).findFirst()
                        .map(RegisteredBoard::mebibytes).orElse(0L);
                double size = Math.max(memory == 0 ? 0 : (double) GpuNodes.parseNumber(fields[2]) / memory,
                        GpuNodes.parseNumber(fields[3]) / 100.0);
                sizes.merge(id, Math.min(1, size), Double::sum);
            }
        }
        sizes.forEach((id, size) -> noted.add(new BoardShare(pod, id, Math.min(1, size))));
    }

    private static Map<String, List<BoardShare>> readReservations(NodeFacts facts, List<PodFacts> reserving,
            List<PodFacts> sharers) {
        long memory = GpuNodes.parseNumber(facts.label("nvidia.com/gpu.memory"));
        var reserved = new LinkedHashMap<String, List<BoardShare>>();
        for (var pod : reserving) {
            var group = pod.labels().getOrDefault(GpuFraction.GROUP, "");
            var parts = sharers.stream().filter(sharer -> GpuFraction.isInGroup(sharer, group))
                    .map(sharer -> new BoardShare(sharer, group,
                            GpuFraction.fromAnnotations(sharer).map(part -> part.shareOfBoard(memory)).orElse(0.0)))
                    .toList();
            if (!parts.isEmpty()) {
                reserved.put(pod.key(), parts);
            }
        }
        return reserved;
    }

    /** Returns whether a pod stands for others that are seen to share its GPU. */
    boolean standsFor(PodFacts pod) {
        return reservedShares.containsKey(pod.key());
    }

    /** Returns the pods that hold a part of a GPU which another pod reserves for them. */
    List<PodFacts> sharers() {
        return reservedShares.values().stream().flatMap(List::stream).map(BoardShare::pod).distinct().toList();
    }

    /** Returns the number of boards of which pods hold noted parts. */
    long countNotedBoards() {
        return notedShares.stream().map(BoardShare::board).distinct().count();
    }

    /** Returns the keys of the pods with noted shares. */
    Set<String> notedPodKeys() {
        var keys = new HashSet<String>();
        notedShares.forEach(share -> keys.add(share.pod().key()));
        return keys;
    }

    /** Returns the boards that a pod holds, in whole ones. */
    double shareOf(PodFacts pod) {
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

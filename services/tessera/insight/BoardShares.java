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
 * Which parts of a node's boards GPU-sharing schedulers gave to which pods, as they noted it on the pods: HAMi and Volcano
 * by the UUIDs of cards, KAI by groups of pods that share the GPU of a reservation pod.
 *
 * @param noted    parts of boards that are named by their UUIDs
 * @param reserved parts of the GPU that a reservation pod holds, by its key; a pod without a sharer is not among them
 */
record BoardShares(List<BoardShare> noted, Map<String, List<BoardShare>> reserved) {

    static final BoardShares NONE = new BoardShares(List.of(), Map.of());

    BoardShares {
        noted = List.copyOf(noted);
        reserved = Map.copyOf(reserved);
    }

    static BoardShares of(NodeInfo info, CardRegister register) {
        var noted = new ArrayList<BoardShare>();
        var sharers = new ArrayList<PodFacts>();
        var reserving = new ArrayList<PodFacts>();
        for (var pod : info.pods()) {
            if (pod.holdsResources() && GpuFraction.reserves(pod)) {
                reserving.add(pod);
            } else if (pod.holdsResources() && !pod.devices().annotations().isEmpty()) {
                if (GpuFraction.of(pod).isPresent()) {
                    sharers.add(pod);
                }
                GpuSharing.ASSIGNMENTS.stream().map(pod.devices()::annotation).filter(text -> !text.isEmpty())
                        .findFirst()
                        .ifPresent(text -> assigned(pod, text, register, noted));
            }
        }
        if (noted.isEmpty() && reserving.isEmpty()) {
            return NONE;
        }
        return new BoardShares(noted, reserved(info.facts(), reserving, sharers));
    }

    /** Containers are set apart by semicolons, cards by colons: UUID, type, memory, percent of the cores. */
    private static void assigned(PodFacts pod, String text, CardRegister register, List<BoardShare> noted) {
        var sizes = new LinkedHashMap<String, Double>();
        for (var card : text.split("[;:]", -1)) {
            var fields = card.split(",", -1);
            if (fields.length >= 4 && !fields[0].isBlank()) {
                var id = fields[0].strip().replaceFirst("\\[.*", "");
                long memory = register.boards().stream().filter(board -> board.id().equals(id)).findFirst()
                        .map(RegisteredBoard::mebibytes).orElse(0L);
                double size = Math.max(memory == 0 ? 0 : (double) GpuNodes.number(fields[2]) / memory,
                        GpuNodes.number(fields[3]) / 100.0);
                sizes.merge(id, Math.min(1, size), Double::sum);
            }
        }
        sizes.forEach((id, size) -> noted.add(new BoardShare(pod, id, Math.min(1, size))));
    }

    private static Map<String, List<BoardShare>> reserved(NodeFacts facts, List<PodFacts> reserving,
            List<PodFacts> sharers) {
        long memory = GpuNodes.number(facts.label("nvidia.com/gpu.memory"));
        var reserved = new LinkedHashMap<String, List<BoardShare>>();
        for (var pod : reserving) {
            var group = pod.labels().getOrDefault(GpuFraction.GROUP, "");
            var parts = sharers.stream().filter(sharer -> GpuFraction.shares(sharer, group))
                    .map(sharer -> new BoardShare(sharer, group,
                            GpuFraction.of(sharer).map(part -> part.of(memory)).orElse(0.0)))
                    .toList();
            if (!parts.isEmpty()) {
                reserved.put(pod.key(), parts);
            }
        }
        return reserved;
    }

    /** Whether a pod stands for others that are seen to share its GPU. */
    boolean standsFor(PodFacts pod) {
        return reserved.containsKey(pod.key());
    }

    /** The pods that hold a part of a GPU which another pod reserves for them. */
    List<PodFacts> sharers() {
        return reserved.values().stream().flatMap(List::stream).map(BoardShare::pod).distinct().toList();
    }

    /** On how many boards pods hold noted parts. */
    long boards() {
        return noted.stream().map(BoardShare::board).distinct().count();
    }

    /** The keys of the pods of which it is noted what they hold. */
    Set<String> pods() {
        var keys = new HashSet<String>();
        noted.forEach(share -> keys.add(share.pod().key()));
        return keys;
    }

    /** What a pod holds of boards, in whole ones. */
    double of(PodFacts pod) {
        double sum = 0;
        for (var share : noted) {
            sum += share.pod().key().equals(pod.key()) ? share.size() : 0;
        }
        for (var parts : reserved.values()) {
            for (var share : parts) {
                sum += share.pod().key().equals(pod.key()) ? share.size() : 0;
            }
        }
        return sum;
    }
}

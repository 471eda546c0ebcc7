package tessera.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tessera.doctor.Known.Board;
import tessera.doctor.Known.Sign;
import tessera.fit.ObjectSource;
import tessera.insight.Fleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;

/** Looks for pods whose GPUs have little to do, and for what most likely keeps these waiting. Waits for the cluster. */
final class Underuse {

    /** Training that keeps its GPUs less busy than that waits for something. */
    private static final double LITTLE = 0.30;
    /** Below that nobody uses them, which is told of the devices. */
    private static final double NOTHING = 0.05;
    private static final int MOST = 20;

    private final ObjectSource objects;
    private final List<String> skipped;

    /** @param skipped takes what was not looked at, a sentence each */
    Underuse(ObjectSource objects, List<String> skipped) {
        this.objects = objects;
        this.skipped = skipped;
    }

    /**
     * A pod whose GPUs have little to do now.
     *
     * @param busy how busy they are, the mean of all that are measured
     * @param gpus how many these are
     * @param what what they are called, one of them
     */
    private record Candidate(PodFacts pod, double busy, long gpus, String what) {

        boolean idle() {
            return busy < NOTHING;
        }

        String words() {
            var share = Math.round(busy * 100);
            return gpus == 1 ? "its %s is %d %% busy".formatted(what, share)
                    : "its %ss are %d %% busy, the mean of %d".formatted(what.replaceFirst("(instance) .*", "$1"),
                            share, gpus);
        }
    }

    List<Sign> of(Fleet fleet, Focus focus) throws Failure, InterruptedException {
        var candidates = candidates(fleet).stream().filter(each -> focus.means(each.pod())).toList();
        if (candidates.size() > MOST) {
            skipped.add(
                    "Why the GPUs of %s are little used: only %d were judged, those that do nothing at all last"
                            .formatted(Counted.of(candidates.size() - MOST, "further pod"), MOST));
        }
        var found = new ArrayList<Sign>();
        for (var each : candidates.stream().limit(MOST).toList()) {
            judged(each).ifPresent(found::add);
        }
        return Sign.folded(found);
    }

    /** Boards and instances that several pods share and that have little to do, as far as that was read of late. */
    List<Board> boards(Fleet fleet) {
        return fleet.nodes().stream().flatMap(node -> Part.of(node, fleet.readings().recent(node.name())).stream()
                .filter(part -> part.shared() && part.busy() >= NOTHING && part.busy() < LITTLE)
                .map(part -> part.board(node))).toList();
    }

    /** Running pods whose devices have little to do, where each of these is told of one pod alone. */
    private static List<Candidate> candidates(Fleet fleet) {
        var candidates = new ArrayList<Candidate>();
        for (var node : fleet.nodes()) {
            var alone = new LinkedHashMap<PodFacts, List<Part>>();
            Part.of(node, fleet.readings().recent(node.name())).stream().filter(part -> !part.shared())
                    .forEach(part -> part.user(node)
                            .ifPresent(pod -> alone.computeIfAbsent(pod, _ -> new ArrayList<>()).add(part)));
            alone.forEach((pod, parts) -> candidates.add(new Candidate(pod,
                    parts.stream().mapToDouble(Part::busy).average().orElseThrow(), parts.size(),
                    parts.getFirst().what())));
        }
        candidates.removeIf(candidate -> candidate.busy() >= LITTLE);
        candidates.sort(Comparator.comparing(Candidate::idle)
                .thenComparing(Candidate::gpus, Comparator.reverseOrder()).thenComparing(each -> each.pod().key()));
        return candidates;
    }

    private Optional<Sign> judged(Candidate candidate) throws Failure, InterruptedException {
        var pod = candidate.pod();
        var whole = objects.object(ObjectRef.pod(pod.namespace(), pod.name()));
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        var measured = objects.object(new ObjectRef("metrics.k8s.io/v1beta1", "PodMetrics", "pods", pod.namespace(),
                pod.name()));
        var evidence = new ArrayList<>(List.of(candidate.words()));
        if (measured.isEmpty()) {
            evidence.add("what it uses of processors and memory is not known: the cluster has no metrics of it");
            return told("low-utilisation", candidate, evidence);
        }
        var processors = PodUsage.of(whole.get(), measured.get(), PodUsage.Kind.PROCESSORS);
        var memory = PodUsage.of(whole.get(), measured.get(), PodUsage.Kind.MEMORY);
        evidence.add(processors.words());
        evidence.add(memory.words());
        if (processors.full()) {
            return Optional.of(new Sign("low-utilisation-cpu", pod, evidence));
        }
        if (memory.full()) {
            return Optional.of(new Sign("low-utilisation-memory", pod, evidence));
        }
        return told(processors.known() && memory.known() ? "low-utilisation-data" : "low-utilisation", candidate,
                evidence);
    }

    /** Of those that are idle only what holds them up is told. */
    private static Optional<Sign> told(String id, Candidate candidate, List<String> evidence) {
        return candidate.idle() ? Optional.empty() : Optional.of(new Sign(id, candidate.pod(), evidence));
    }
}

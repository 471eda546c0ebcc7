package tessera.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.PodOwnerFinder;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.SentenceToClauseConverter;
import tessera.model.ShellWordQuoter;

/** The diagnosis of a pod that has ended, or is deleted before it had a node. */
record TerminatedPodDiagnosis(PodSummary pod) {

    private static final int BRIEF = 60;
    private static final String OUT_OF = "OutOf";
    /** In the words of NVIDIA's device plugin, and of GKE's. */
    private static final List<String> SHARES = List.of("maximum request size for shared resources",
            "invalid request for sharing GPU");
    /** What pods end with that never began, or were ended by others. */
    private static final Map<String, String> MEANINGS = Map.of(
            "UnexpectedAdmissionError",
            "The kubelet refused it: the devices that it wants were not to be had, being unhealthy, "
                    + "not offered yet, or held by others where it names its node itself",
            "TopologyAffinityError",
            "The kubelet refused it: what it asks for was not to be had close together, as the node's topology policy demands",
            "NodeAffinity", "The kubelet refused it: the node's labels were others when it came",
            "NodeUnschedulable", "The kubelet refused it: the node was cordoned when it came",
            "Evicted", "Its node ended it to keep something for itself that had run short",
            "Preempting", "Its node ended it for a more important pod",
            "DeadlineExceeded", "It was given no more time than that",
            "NodeLost", "Its node was gone for too long");

    /** Returns the diagnosis of a pod that has ended or is being deleted without a node; empty for any other. */
    static Optional<TerminatedPodDiagnosis> from(Optional<PodSummary> pod) {
        return pod.filter(each -> each.phase().isTerminal() || (each.node().isEmpty() && each.deleting() != null))
                .map(TerminatedPodDiagnosis::new);
    }

    String diagnosisText() {
        if (!pod.phase().isTerminal()) {
            return "It is being deleted, and nobody looks for a node for it any more";
        }
        var where = pod.node().isEmpty() ? "without ever having had a node" : "on " + pod.node();
        if (pod.phase() == PodPhase.SUCCEEDED) {
            return "It has done its work %s and waits for nothing".formatted(where);
        }
        var message = kubeletMessage().isEmpty() ? pod.message().strip() : "";
        var text = message.isEmpty() ? pod.status() : pod.status() + ": " + message;
        return "It has ended %s and waits for nothing: %s%s%s".formatted(where,
                SentenceToClauseConverter.withoutFullStop(text),
                explanationText().map(". "::concat).orElse(""), replacementText());
    }

    /** Returns the kubelet's long message where the text explains it in other words; empty otherwise. */
    String kubeletMessage() {
        return pod.message().length() > BRIEF && explanationText().isPresent() ? pod.message() : "";
    }

    private Optional<String> explanationText() {
        if (pod.reason().startsWith(OUT_OF)) {
            return Optional.of("The kubelet refused it: others were there first, and the node had no such room left");
        }
        if (SHARES.stream().anyMatch(pod.message()::contains)) {
            return Optional.of(
                    "The kubelet refused it: a container asks for more than one share of a GPU, which the device plugin admits no container");
        }
        return Optional.ofNullable(MEANINGS.get(pod.reason())).or(this::kubeletExplanationText);
    }

    private Optional<String> kubeletExplanationText() {
        return KubeletMessageExplainer
                .explain(pod.reason() + ": " + pod.message(), pod)
                .map(explanation -> SentenceToClauseConverter.startUpperCase(explanation.text()));
    }

    private String replacementText() {
        var owner = PodOwnerFinder.ownerOf(pod);
        // What lets pods in as a group makes none of them.
        if (pod.owner().exists()) {
            return ". Whether another is made in its place is for its %s %s to decide".formatted(owner.kind(),
                    owner.name());
        }
        return ". It does not start again, and nobody makes another: it has no owner";
    }

    List<SchedulingRemedy> remedies() {
        if (pod.phase() != PodPhase.FAILED || pod.node().isEmpty()) {
            return List.of();
        }
        return Stream.concat(KubeletMessageExplainer.explainStatus(pod)
                .filter(_ -> !MEANINGS.containsKey(pod.reason()))
                .map(KubeletMessageExplainer.KubeletMessageExplanation::remedy).stream(),
                Stream.of(doctorRemedy(pod, ""))).toList();
    }

    /** @param reason follows what is advised; may be empty */
    static SchedulingRemedy doctorRemedy(PodSummary pod, String reason) {
        return new SchedulingRemedy("Have the doctor examine it, and its node" + reason,
                ShellWordQuoter.fillCommand("tessera doctor --pod %s", pod.key()),
                new SchedulingRemedyChange.WaitAction());
    }
}

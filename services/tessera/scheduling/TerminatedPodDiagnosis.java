package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ForeignTextSanitizer;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.TerminatedPodReason.PodDeletedBeforeScheduling;
import tessera.scheduling.TerminatedPodReason.PodEndCause;
import tessera.scheduling.TerminatedPodReason.PodFailed;
import tessera.scheduling.TerminatedPodReason.PodSucceeded;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** The diagnosis of a pod that has ended, or is deleted before it had a node. */
record TerminatedPodDiagnosis(PodSummary pod) {

    private static final int BRIEF = 60;
    private static final String OUT_OF = "OutOf";
    /** In the words of NVIDIA's device plugin, and of GKE's. */
    private static final List<String> SHARES = List.of("maximum request size for shared resources",
            "invalid request for sharing GPU");
    private static final MessageCatalog MESSAGES = MessageCatalog.of(TerminatedPodDiagnosis.class);

    /** Returns the diagnosis of a pod that has ended or is being deleted without a node; empty for any other. */
    static Optional<TerminatedPodDiagnosis> from(Optional<PodSummary> pod) {
        return pod.filter(each -> each.phase().isTerminal() || (each.node().isEmpty() && each.deleting() != null))
                .map(TerminatedPodDiagnosis::new);
    }

    String diagnosisText() {
        return reason().text();
    }

    private TerminatedPodReason reason() {
        if (!pod.phase().isTerminal()) {
            return new PodDeletedBeforeScheduling();
        }
        if (pod.phase() == PodPhase.SUCCEEDED) {
            return new PodSucceeded(pod.node());
        }
        var message = kubeletMessage().isEmpty() ? pod.message().strip() : "";
        var owner = PodOwnerFinder.ownerOf(pod);
        // What lets pods in as a group makes none of them.
        boolean recreated = pod.owner().exists();
        return new PodFailed(pod.status(), pod.node(), ForeignTextSanitizer.withoutFullStop(message), explanation(),
                recreated ? owner.kind() : "", recreated ? owner.name() : "");
    }

    /** Returns the kubelet's long message where the text explains it in other words; empty otherwise. */
    String kubeletMessage() {
        return pod.message().length() > BRIEF && explanation().isPresent() ? pod.message() : "";
    }

    private Optional<? extends Reason> explanation() {
        if (pod.reason().startsWith(OUT_OF)) {
            return Optional.of(PodEndCause.OUT_OF_RESOURCE);
        }
        if (SHARES.stream().anyMatch(pod.message()::contains)) {
            return Optional.of(PodEndCause.SHARED_GPU_LIMIT);
        }
        Optional<Reason> cause = PodEndCause.ofPodReason(pod.reason()).map(Reason.class::cast);
        return cause.or(() -> KubeletMessageExplainer.explainStatus(pod)
                .map(KubeletMessageExplainer.KubeletMessageExplanation::reason));
    }

    List<SchedulingRemedy> remedies() {
        if (pod.phase() != PodPhase.FAILED || pod.node().isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                KubeletMessageExplainer.explainStatus(pod).filter(_ -> PodEndCause.ofPodReason(pod.reason()).isEmpty())
                        .map(KubeletMessageExplainer.KubeletMessageExplanation::remedy).stream(),
                Stream.of(doctorRemedy(pod, ""))).toList();
    }

    /** @param reason follows what is advised; may be empty */
    static SchedulingRemedy doctorRemedy(PodSummary pod, String reason) {
        return new SchedulingRemedy(MESSAGES.text("remedy.doctor", reason),
                ShellWordQuoter.fillCommand("tessera doctor --pod %s", pod.key()),
                new SchedulingRemedyChange.WaitAction());
    }
}

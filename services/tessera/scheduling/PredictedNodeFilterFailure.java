package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.InterPodAffinityFilter.AffinityViolation.AntiAffinity;
import tessera.kube.scheduling.InterPodAffinityFilter.AffinityViolation.ExistingAntiAffinity;
import tessera.kube.scheduling.InterPodAffinityFilter.AffinityViolation.MissingAffinity;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.PodTopologySpreadFilter;
import tessera.kube.scheduling.Taint;

/**
 * A failed filter: one reason of perhaps several why a node does not accept a pod.
 *
 * @param schedulerReason    in the scheduler's words
 * @param briefText     in plain words that are the same for nodes that are alike
 * @param text     in plain words, what exactly
 * @param shortfall  of what, where a resource is short
 * @param taint     which, where it is about one
 * @param excessPods   how many pods at least would have to go, where the node has as many as it may run; else 0
 */
public record PredictedNodeFilterFailure(SchedulerFilterKind check, NodeFilterFailureEndCondition blocker,
        String schedulerReason,
        String briefText,
        String text,
        Optional<ResourceShortfall> shortfall, Optional<Taint> taint, long excessPods) {

    private static final String LAYOUT = " in the present MIG layout";

    static PredictedNodeFilterFailure permanent(SchedulerFilterKind check, NodeRejectionReason reason, String text) {
        return permanent(check, reason.message(), text, text);
    }

    static PredictedNodeFilterFailure permanent(SchedulerFilterKind check, String reason, String brief, String text) {
        return new PredictedNodeFilterFailure(check, NodeFilterFailureEndCondition.LASTING, reason, brief, text,
                Optional.empty(),
                Optional.empty(), 0);
    }

    static PredictedNodeFilterFailure causedByPods(SchedulerFilterKind check, NodeRejectionReason reason, String brief,
            String text) {
        return causedByPods(check, reason.message(), brief, text);
    }

    static PredictedNodeFilterFailure causedByPods(SchedulerFilterKind check, String reason, String brief,
            String text) {
        return new PredictedNodeFilterFailure(check, NodeFilterFailureEndCondition.OTHERS, reason, brief, text,
                Optional.empty(),
                Optional.empty(),
                0);
    }

    /** Returns the failure of a node whose devices would do, were they not tainted or in an unfinished pool. */
    static PredictedNodeFilterFailure forWithheldDevices(String reason, String text) {
        return new PredictedNodeFilterFailure(SchedulerFilterKind.DEVICES, NodeFilterFailureEndCondition.CLOSED,
                reason,
                "devices withheld", text,
                Optional.empty(), Optional.empty(), 0);
    }

    /** Returns the refusal of a kubelet, of which the scheduler knows nothing. */
    static PredictedNodeFilterFailure refusedByKubelet(String resource, long asked) {
        return permanent(SchedulerFilterKind.KUBELET, "",
                "the kubelet refuses a container more than 1 share of " + resource,
                ("one container asks for %d shares of %s; the scheduler would place it here, and the kubelet refuse it for "
                        + "good (UnexpectedAdmissionError)").formatted(asked, resource));
    }

    static PredictedNodeFilterFailure forCordon() {
        return new PredictedNodeFilterFailure(SchedulerFilterKind.CORDON, NodeFilterFailureEndCondition.CLOSED,
                NodeRejectionReason.UNSCHEDULABLE.message(), "cordoned",
                "cordoned",
                Optional.empty(), Optional.empty(), 0);
    }

    static PredictedNodeFilterFailure forTaint(Taint taint) {
        return new PredictedNodeFilterFailure(SchedulerFilterKind.TAINT, NodeFilterFailureEndCondition.CLOSED,
                NodeRejectionReason.UNTOLERATED_TAINT.message(),
                "taint " + taint,
                "taint " + taint + " is not tolerated", Optional.empty(), Optional.of(taint), 0);
    }

    static PredictedNodeFilterFailure tooManyPods(long pods, long limit) {
        return new PredictedNodeFilterFailure(SchedulerFilterKind.RESOURCES,
                limit < 1 ? NodeFilterFailureEndCondition.LASTING : NodeFilterFailureEndCondition.OTHERS,
                NodeRejectionReason.TOO_MANY_PODS.message(),
                "full of pods", "runs %d of at most %d pods".formatted(pods, limit), Optional.empty(),
                Optional.empty(), pods + 1 - limit);
    }

    static List<String> reasonsOf(List<PredictedNodeFilterFailure> failures) {
        return failures.stream().map(PredictedNodeFilterFailure::schedulerReason).distinct().toList();
    }

    static PredictedNodeFilterFailure ofSpread(PodTopologySpreadFilter.SpreadViolation violation) {
        var key = violation.constraint().topologyKey();
        return violation.domain()
                .map(domain -> causedByPods(SchedulerFilterKind.SPREAD, NodeRejectionReason.TOPOLOGY_SKEW,
                        "its pods would be spread too unevenly",
                        "%s=%s has %d such pods already, another place %d: they may differ by %d".formatted(key, domain,
                                violation.pods(), violation.minimum(), violation.constraint().maxSkew())))
                .orElseGet(() -> permanent(SchedulerFilterKind.SPREAD, NodeRejectionReason.TOPOLOGY_LABEL_MISSING,
                        "no label " + key + ", over which its pods are to be spread"));
    }

    static PredictedNodeFilterFailure ofAffinity(InterPodAffinityFilter.AffinityViolation violation) {
        return switch (violation) {
            case MissingAffinity(var term, var hasDomain) ->
                causedByPods(SchedulerFilterKind.COMPANY, violation.reason(), "no company that it wants",
                        hasDomain ? "lacks " + term.termText() : "has no label " + term.topologyKey());
            case AntiAffinity(var term, var pod) ->
                causedByPods(SchedulerFilterKind.COMPANY, violation.reason(),
                        "runs pods it keeps away from",
                        "it keeps away from %s, such as %s".formatted(term.termText(), pod.podKey()));
            case ExistingAntiAffinity(var topologyKey, var pod) ->
                causedByPods(SchedulerFilterKind.COMPANY, violation.reason(),
                        "runs pods that keep it away",
                        "%s in the same %s keeps it away".formatted(pod.podKey(), topologyKey));
        };
    }

    /** Returns whether the machine has the devices and does not offer them for the time being. */
    boolean isWithheldDevice() {
        return blocker == NodeFilterFailureEndCondition.CLOSED
                && (shortfall.isPresent() || check == SchedulerFilterKind.DEVICES);
    }

    /** @param hold how long it lasts; {@link NodeFilterFailureEndCondition#CLOSED} where the machine has as much, and does not offer it for the time being */
    static PredictedNodeFilterFailure forShortfall(ResourceShortfall shortage, NodeFilterFailureEndCondition hold) {
        var latent = Optional.of(shortage.notAdvertisedText())
                .filter(_ -> hold == NodeFilterFailureEndCondition.CLOSED);
        return new PredictedNodeFilterFailure(SchedulerFilterKind.RESOURCES, hold,
                NodeRejectionReason.insufficientMessage(shortage.resource()),
                latent.orElse(shortage.briefText() + (hold == NodeFilterFailureEndCondition.LAYOUT ? LAYOUT : "")),
                latent.orElse(shortage.shortfallText()),
                Optional.of(shortage), Optional.empty(), 0);
    }
}

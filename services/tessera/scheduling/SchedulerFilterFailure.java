package tessera.scheduling;

import java.util.Optional;
import tessera.model.Taint;

/**
 * A failed filter: one reason of perhaps several why a node does not accept a pod.
 *
 * @param schedulerReason    in the scheduler's words
 * @param briefText     in plain words that are the same for nodes that are alike
 * @param text     in plain words, what exactly
 * @param evictable whether it would help if pods of the node were evicted
 * @param shortfall  of what, where a resource is short
 * @param taint     which, where it is about one
 * @param excessPods   how many pods at least would have to go, where the node has as many as it may run; else 0
 */
public record SchedulerFilterFailure(SchedulerFilterKind check, SchedulerFailureEndCondition blocker,
        String schedulerReason,
        String briefText,
        String text,
        boolean evictable,
        Optional<ResourceShortfall> shortfall, Optional<Taint> taint, long excessPods) {

    private static final String LAYOUT = " in the present MIG layout";

    static SchedulerFilterFailure permanent(SchedulerFilterKind check, String reason, String text) {
        return permanent(check, reason, text, text);
    }

    static SchedulerFilterFailure permanent(SchedulerFilterKind check, String reason, String brief, String text) {
        return new SchedulerFilterFailure(check, SchedulerFailureEndCondition.LASTING, reason, brief, text, false,
                Optional.empty(),
                Optional.empty(), 0);
    }

    static SchedulerFilterFailure causedByPods(SchedulerFilterKind check, String reason, String brief, String text,
            boolean evictable) {
        return new SchedulerFilterFailure(check, SchedulerFailureEndCondition.OTHERS, reason, brief, text, evictable,
                Optional.empty(),
                Optional.empty(),
                0);
    }

    /** Returns the failure of a node whose devices would do, were they not tainted or in an unfinished pool. */
    static SchedulerFilterFailure forWithheldDevices(String reason, String text) {
        return new SchedulerFilterFailure(SchedulerFilterKind.DEVICES, SchedulerFailureEndCondition.CLOSED, reason,
                "devices withheld", text,
                false, Optional.empty(), Optional.empty(), 0);
    }

    /** Returns the refusal of a kubelet, of which the scheduler knows nothing. */
    static SchedulerFilterFailure refusedByKubelet(String resource, long asked) {
        return permanent(SchedulerFilterKind.KUBELET, "",
                "the kubelet refuses a container more than 1 share of " + resource,
                ("one container asks for %d shares of %s; the scheduler would place it here, and the kubelet refuse it for "
                        + "good (UnexpectedAdmissionError)").formatted(asked, resource));
    }

    static SchedulerFilterFailure forCordon() {
        return new SchedulerFilterFailure(SchedulerFilterKind.CORDON, SchedulerFailureEndCondition.CLOSED,
                "node(s) were unschedulable", "cordoned",
                "cordoned", false,
                Optional.empty(), Optional.empty(), 0);
    }

    static SchedulerFilterFailure forTaint(Taint taint) {
        return new SchedulerFilterFailure(SchedulerFilterKind.TAINT, SchedulerFailureEndCondition.CLOSED,
                "node(s) had untolerated taint(s)",
                "taint " + taint,
                "taint " + taint + " is not tolerated", false, Optional.empty(), Optional.of(taint), 0);
    }

    static SchedulerFilterFailure tooManyPods(long pods, long limit) {
        return new SchedulerFilterFailure(SchedulerFilterKind.RESOURCES,
                limit < 1 ? SchedulerFailureEndCondition.LASTING : SchedulerFailureEndCondition.OTHERS,
                "Too many pods",
                "full of pods", "runs %d of at most %d pods".formatted(pods, limit), true, Optional.empty(),
                Optional.empty(), pods + 1 - limit);
    }

    /** Returns whether the machine has the devices and does not offer them for the time being. */
    boolean isWithheldDevice() {
        return blocker == SchedulerFailureEndCondition.CLOSED
                && (shortfall.isPresent() || check == SchedulerFilterKind.DEVICES);
    }

    /** @param hold how long it lasts; {@link SchedulerFailureEndCondition#CLOSED} where the machine has as much, and does not offer it for the time being */
    static SchedulerFilterFailure forShortfall(ResourceShortfall shortage, SchedulerFailureEndCondition hold) {
        var latent = Optional.of(shortage.notAdvertisedText()).filter(_ -> hold == SchedulerFailureEndCondition.CLOSED);
        return new SchedulerFilterFailure(SchedulerFilterKind.RESOURCES, hold, "Insufficient " + shortage.resource(),
                latent.orElse(shortage.briefText() + (hold == SchedulerFailureEndCondition.LAYOUT ? LAYOUT : "")),
                latent.orElse(shortage.shortfallText()),
                !shortage.isPermanent(), Optional.of(shortage), Optional.empty(), 0);
    }
}

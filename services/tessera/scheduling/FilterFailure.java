package tessera.scheduling;

import java.util.Optional;
import tessera.model.Taint;

/**
 * Why a node does not take a pod: one thing of perhaps several.
 *
 * @param reason    in the scheduler's words
 * @param brief     in plain words that are the same for nodes that are alike
 * @param words     in plain words, what exactly
 * @param evictable whether it would help if pods of the node were evicted
 * @param shortage  of what, where a resource is short
 * @param taint     which, where it is about one
 * @param surplus   how many pods at least would have to go, where the node has as many as it may run; else 0
 */
public record FilterFailure(FilterCheck check, BlockerKind hold, String reason, String brief, String words,
        boolean evictable,
        Optional<ResourceShortfall> shortage, Optional<Taint> taint, long surplus) {

    private static final String LAYOUT = " in the present MIG layout";

    static FilterFailure lasting(FilterCheck check, String reason, String words) {
        return lasting(check, reason, words, words);
    }

    static FilterFailure lasting(FilterCheck check, String reason, String brief, String words) {
        return new FilterFailure(check, BlockerKind.LASTING, reason, brief, words, false, Optional.empty(),
                Optional.empty(), 0);
    }

    static FilterFailure others(FilterCheck check, String reason, String brief, String words, boolean evictable) {
        return new FilterFailure(check, BlockerKind.OTHERS, reason, brief, words, evictable, Optional.empty(),
                Optional.empty(),
                0);
    }

    /** The scheduler says nothing of it and places the pod. */
    static FilterFailure refused(String resource, long asked) {
        return lasting(FilterCheck.KUBELET, "", "the kubelet refuses a container more than 1 share of " + resource,
                ("one container asks for %d shares of %s; the scheduler would place it here, and the kubelet refuse it for "
                        + "good (UnexpectedAdmissionError)").formatted(asked, resource));
    }

    static FilterFailure cordon() {
        return new FilterFailure(FilterCheck.CORDON, BlockerKind.CLOSED, "node(s) were unschedulable", "cordoned",
                "cordoned", false,
                Optional.empty(), Optional.empty(), 0);
    }

    static FilterFailure taint(Taint taint) {
        return new FilterFailure(FilterCheck.TAINT, BlockerKind.CLOSED, "node(s) had untolerated taint(s)",
                "taint " + taint,
                "taint " + taint + " is not tolerated", false, Optional.empty(), Optional.of(taint), 0);
    }

    static FilterFailure tooManyPods(long pods, long limit) {
        return new FilterFailure(FilterCheck.RESOURCES, limit < 1 ? BlockerKind.LASTING : BlockerKind.OTHERS,
                "Too many pods",
                "full of pods", "runs %d of at most %d pods".formatted(pods, limit), true, Optional.empty(),
                Optional.empty(), pods + 1 - limit);
    }

    /** @param hold how long it lasts; {@link BlockerKind#CLOSED} where the machine has as much, and does not offer it for the time being */
    static FilterFailure shortage(ResourceShortfall shortage, BlockerKind hold) {
        var latent = Optional.of(shortage.latent()).filter(_ -> hold == BlockerKind.CLOSED);
        return new FilterFailure(FilterCheck.RESOURCES, hold, "Insufficient " + shortage.resource(),
                latent.orElse(shortage.brief() + (hold == BlockerKind.LAYOUT ? LAYOUT : "")),
                latent.orElse(shortage.words()),
                !shortage.lasting(), Optional.of(shortage), Optional.empty(), 0);
    }
}

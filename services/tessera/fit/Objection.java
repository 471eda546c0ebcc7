package tessera.fit;

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
public record Objection(Check check, Hold hold, String reason, String brief, String words, boolean evictable,
        Optional<Shortage> shortage, Optional<Taint> taint, long surplus) {

    private static final String LAYOUT = " in the present MIG layout";

    static Objection lasting(Check check, String reason, String words) {
        return lasting(check, reason, words, words);
    }

    static Objection lasting(Check check, String reason, String brief, String words) {
        return new Objection(check, Hold.LASTING, reason, brief, words, false, Optional.empty(), Optional.empty(), 0);
    }

    static Objection others(Check check, String reason, String brief, String words, boolean evictable) {
        return new Objection(check, Hold.OTHERS, reason, brief, words, evictable, Optional.empty(), Optional.empty(),
                0);
    }

    /** The scheduler says nothing of it and places the pod. */
    static Objection refused(String resource, long asked) {
        return lasting(Check.KUBELET, "", "the kubelet refuses a container more than 1 share of " + resource,
                ("one container asks for %d shares of %s; the scheduler would place it here, and the kubelet refuse it for "
                        + "good (UnexpectedAdmissionError)").formatted(asked, resource));
    }

    static Objection cordon() {
        return new Objection(Check.CORDON, Hold.CLOSED, "node(s) were unschedulable", "cordoned", "cordoned", false,
                Optional.empty(), Optional.empty(), 0);
    }

    static Objection taint(Taint taint) {
        return new Objection(Check.TAINT, Hold.CLOSED, "node(s) had untolerated taint(s)", "taint " + taint,
                "taint " + taint + " is not tolerated", false, Optional.empty(), Optional.of(taint), 0);
    }

    static Objection tooManyPods(long pods, long limit) {
        return new Objection(Check.RESOURCES, limit < 1 ? Hold.LASTING : Hold.OTHERS, "Too many pods",
                "full of pods", "runs %d of at most %d pods".formatted(pods, limit), true, Optional.empty(),
                Optional.empty(), pods + 1 - limit);
    }

    /** @param hold how long it lasts; {@link Hold#CLOSED} where the machine has as much, and does not offer it for the time being */
    static Objection shortage(Shortage shortage, Hold hold) {
        var latent = Optional.of(shortage.latent()).filter(_ -> hold == Hold.CLOSED);
        return new Objection(Check.RESOURCES, hold, "Insufficient " + shortage.resource(),
                latent.orElse(shortage.brief() + (hold == Hold.LAYOUT ? LAYOUT : "")), latent.orElse(shortage.words()),
                !shortage.lasting(), Optional.of(shortage), Optional.empty(), 0);
    }
}

package tessera.plan.model;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tessera.gpu.EstimateBoundKind;
import tessera.model.PodSummary;
import tessera.text.Reason;

/**
 * The effect of a change on one pod.
 *
 * @param accelerators how many devices or parts of devices it holds or asks for
 * @param amountText   the same in the units of its node, e.g. {@code 0.5 GPU}; empty where they are not known
 * @param budgets      names of the disruption budgets it counts towards
 * @param reason       why
 * @param bound        how the number of accelerators stands to the truth
 */
public record PodEffect(PodSummary pod, PodFate fate, Set<PodRemovalConcern> concerns, long accelerators,
        String amountText, List<String> budgets, Reason reason, EstimateBoundKind bound) {

    /** The fate of a pod under a change. */
    public enum PodFate {
        /** A disruption budget does not allow its eviction as things stand. */
        BLOCKED,
        /** It is evicted. */
        EVICTED,
        /** A taint makes it leave at once, or in a while. */
        STOPPED,
        /** It is ended, for itself or with what made it. */
        ENDED,
        /** It waits and can no longer go to these nodes. */
        SHUT_OUT,
        /** It runs on, and a successor of it could not take its place. */
        STRANDED,
        /** It stays where it is. */
        STAYS
    }

    /** A concern to weigh before a pod ends. */
    public enum PodRemovalConcern {
        /** It works on accelerators, and loses what it has not saved. */
        ACCELERATOR_WORK,
        /** Nobody will create it again. */
        UNMANAGED,
        /** Data on the node go with it. */
        LOCAL_DATA,
        /** Its DaemonSet would create it again at once. */
        DAEMON_SET,
        /** The kubelet runs it from a file. */
        STATIC
    }

    /** Those that lose most, first. */
    public static final Comparator<PodEffect> WORST_FIRST = Comparator
            .comparing((PodEffect effect) -> !effect.hasConcern(PodRemovalConcern.ACCELERATOR_WORK))
            .thenComparing(PodEffect::fate).thenComparingLong(effect -> -effect.accelerators())
            .thenComparing(effect -> effect.pod().key());

    public PodEffect {
        concerns = concerns.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(concerns));
        budgets = List.copyOf(budgets);
    }

    /** An effect on a pod whose accelerators are all counted, but not told in the units of its node. */
    public PodEffect(PodSummary pod, PodFate fate, Set<PodRemovalConcern> concerns, long accelerators,
            List<String> budgets, Reason reason) {
        this(pod, fate, concerns, accelerators, "", budgets, reason, EstimateBoundKind.EXACT);
    }

    /** Returns the same effect with another reason. */
    public PodEffect withReason(Reason other) {
        return new PodEffect(pod, fate, concerns, accelerators, amountText, budgets, other, bound);
    }

    PodEffect withAmountText(String text) {
        return new PodEffect(pod, fate, concerns, accelerators, text, budgets, reason, bound);
    }

    /** Returns the same effect where claims may not be read: the pod may have more devices by them than are counted. */
    PodEffect withoutClaims() {
        return pod.needsClaims()
                ? new PodEffect(pod, fate, concerns, accelerators, amountText, budgets, reason,
                        EstimateBoundKind.AT_LEAST)
                : this;
    }

    /** Returns whether it may be more accelerators than are counted. */
    public boolean isLowerBound() {
        return bound == EstimateBoundKind.AT_LEAST;
    }

    /** Returns the concerns for a pod by its accelerators; a pod that still waits has no work to lose. */
    public static Set<PodRemovalConcern> workConcerns(PodSummary pod, long accelerators) {
        if (accelerators > 0 && pod.holdsResources()) {
            return EnumSet.of(PodRemovalConcern.ACCELERATOR_WORK);
        }
        return EnumSet.noneOf(PodRemovalConcern.class);
    }

    /** Returns why, in a sentence without a full stop. */
    public String text() {
        return reason.text();
    }

    public boolean hasConcern(PodRemovalConcern podRemovalConcern) {
        return concerns.contains(podRemovalConcern);
    }
}

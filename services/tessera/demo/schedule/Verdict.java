package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * What the scheduler says of one node for one pod.
 *
 * @param reasons    why not, in the scheduler's words; empty when the pod fits
 * @param resolvable whether evicting other pods could help
 */
public record Verdict(List<String> reasons, boolean resolvable) {

    public static final Verdict FITS = new Verdict(List.of(), true);

    public Verdict {
        reasons = List.copyOf(reasons);
    }

    static Verdict full(String reason) {
        return new Verdict(List.of(reason), true);
    }

    static Verdict closed(String reason) {
        return new Verdict(List.of(reason), false);
    }

    public boolean fits() {
        return reasons.isEmpty();
    }

    /** Both objections together; eviction must help against each. */
    Verdict and(Verdict other) {
        if (fits()) {
            return other;
        }
        var both = new ArrayList<>(reasons);
        both.addAll(other.reasons);
        return new Verdict(both, resolvable && other.resolvable);
    }
}

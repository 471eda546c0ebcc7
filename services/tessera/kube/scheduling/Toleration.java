package tessera.kube.scheduling;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod's toleration of taints.
 *
 * @param key      empty for every key
 * @param operator {@code Equal} or {@code Exists}; empty for the former; any other tolerates nothing
 * @param value    of the taint, for {@code Equal}
 * @param effect   empty for every effect
 * @param seconds  how long it may stay under {@code NoExecute}; null for ever
 */
public record Toleration(String key, String operator, String value, String effect, @Nullable Long seconds) {

    /** Returns whether a pod with it may be on a node with a taint. */
    public boolean toleratesTaint(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (operator.equals("Exists")) {
            return key.isEmpty() || key.equals(taint.key());
        }
        boolean equal = operator.isEmpty() || operator.equals("Equal");
        return equal && !key.isEmpty() && key.equals(taint.key()) && value.equals(taint.value());
    }

    /** Returns whether one of these tolerates a taint. */
    public static boolean anyTolerates(List<Toleration> tolerations, Taint taint) {
        for (var toleration : tolerations) {
            if (toleration.toleratesTaint(taint)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first taint that keeps a pod away; empty where none does. */
    public static Optional<Taint> firstUntolerated(List<Taint> taints, List<Toleration> tolerations) {
        for (var taint : taints) {
            if (taint.repels() && !anyTolerates(tolerations, taint)) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }

    /** Returns those taints that keep a pod away. */
    public static List<Taint> untoleratedTaints(List<Taint> taints, List<Toleration> tolerations) {
        return taints.stream().filter(Taint::repels).filter(taint -> !anyTolerates(tolerations, taint)).toList();
    }
}

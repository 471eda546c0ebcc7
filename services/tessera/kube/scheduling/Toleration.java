package tessera.kube.scheduling;

import java.util.List;
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
}

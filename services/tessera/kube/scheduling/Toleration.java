package tessera.kube.scheduling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod's toleration of taints.
 *
 * @param key      empty for every key
 * @param operator {@code Equal} or {@code Exists}; empty for the former
 * @param effect   empty for every effect
 * @param seconds  how long it may stay under {@code NoExecute}; null for ever
 */
public record Toleration(String key, String operator, String value, String effect, @Nullable Long seconds) {

    public boolean toleratesTaint(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        boolean exists = operator.equals("Exists");
        if (key.isEmpty()) {
            return exists;
        }
        return key.equals(taint.key()) && (exists || value.equals(taint.value()));
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

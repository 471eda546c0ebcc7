package tessera.plan.intent;

import tessera.kube.scheduling.Taint;
import tessera.text.OptionalText;

/**
 * The identity of a taint on a node: key and effect.
 *
 * @param effect empty for every effect
 */
public record TaintKey(String key, String effect) {

    public static TaintKey of(Taint taint) {
        return new TaintKey(taint.key(), taint.effect());
    }

    public boolean matches(Taint taint) {
        return taint.key().equals(key) && (effect.isEmpty() || taint.effect().equals(effect));
    }

    /** As kubectl takes it to remove the taint. */
    @Override
    public String toString() {
        return key + OptionalText.prefixed(":", effect) + "-";
    }
}

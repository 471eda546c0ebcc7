package tessera.plan.node;

import java.util.Optional;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.scheduling.Taint;
import tessera.model.Problem;

/** Validates the keys and values that Kubernetes accepts, with reasons for those that it does not. */
public final class LabelAndTaintValidator {

    private LabelAndTaintValidator() {}

    public static Optional<Problem> keyProblem(String key) {
        if (NameFormatRules.isQualifiedName(key)) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver.refusal(new NodeChangeRefusal.InvalidKey(key)));
    }

    public static Optional<Problem> valueProblem(String key, String value) {
        if (NameFormatRules.isLabelValue(value)) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver.refusal(new NodeChangeRefusal.InvalidKeyValue(key, value)));
    }

    public static Optional<Problem> taintProblem(Taint taint) {
        if (!Taint.EFFECTS.contains(taint.effect())) {
            return Optional.of(NodeTargetResolver.refusal(new NodeChangeRefusal.InvalidTaintEffect(taint.effect())));
        }
        return keyProblem(taint.key()).or(() -> valueProblem(taint.key(), taint.value()));
    }

    /** Returns why a name is no extended resource that nodes can advertise; empty if it is one. */
    public static Optional<Problem> extendedResourceProblem(String name) {
        if (ResourceNames.isExtended(name)) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver.refusal(new NodeChangeRefusal.InvalidExtendedResource(name)));
    }
}

package tessera.plan.node;

import java.util.Collection;
import java.util.Optional;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.scheduling.Taint;
import tessera.model.Problem;
import tessera.model.WordListJoiner;

/** Validates the keys and values that Kubernetes accepts, with reasons for those that it does not. */
public final class LabelAndTaintValidator {

    private static final int NAMED = 5;

    private LabelAndTaintValidator() {}

    /** Returns the first few names and the number of the rest. */
    static String firstNamesText(Collection<String> names) {
        return WordListJoiner.firstWords(names, NAMED);
    }

    public static Optional<Problem> keyProblem(String key) {
        if (NameFormatRules.isQualifiedName(key)) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver.invalidInput("“" + key + "” is no key",
                "A key is a name such as dedicated, or one with a domain such as example.com/pool."));
    }

    public static Optional<Problem> valueProblem(String key, String value) {
        if (NameFormatRules.isLabelValue(value)) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver.invalidInput("“" + value + "” is no value of " + key,
                "At most 63 letters, digits, dashes, dots and underscores; the first and the last a letter or digit."));
    }

    public static Optional<Problem> taintProblem(Taint taint) {
        if (!Taint.EFFECTS.contains(taint.effect())) {
            return Optional.of(NodeTargetResolver.invalidInput("“" + taint.effect() + "” is no effect of a taint",
                    "There are NoSchedule, PreferNoSchedule and NoExecute."));
        }
        return keyProblem(taint.key()).or(() -> valueProblem(taint.key(), taint.value()));
    }

    /** Returns why a name is no extended resource that nodes can advertise; empty if it is one. */
    public static Optional<Problem> extendedResourceProblem(String name) {
        if (ResourceNames.isExtended(name)) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver.invalidInput("“" + name + "” is no extended resource",
                "It takes a domain of one's own and a name, such as example.com/dongle."));
    }
}

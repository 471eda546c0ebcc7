package tessera.plan.node;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.kube.scheduling.Taint;
import tessera.model.Problem;
import tessera.model.WordListJoiner;

/** Validates the keys and values that Kubernetes accepts, with reasons for those that it does not. */
public final class LabelAndTaintValidator {

    private static final Set<String> EFFECTS = Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final String NAME = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
    private static final String DOMAIN = "(?=[^/]{1,253}/)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final Pattern KEY = Pattern.compile("(" + DOMAIN + "/)?" + NAME);
    private static final Pattern VALUE = Pattern.compile("(" + NAME + ")?");
    private static final Pattern RESOURCE = Pattern.compile(DOMAIN + "/" + NAME);

    private static final int NAMED = 5;

    private LabelAndTaintValidator() {}

    /** Returns the first few names and the number of the rest. */
    static String firstNamesText(Collection<String> names) {
        return WordListJoiner.firstWords(names, NAMED);
    }

    public static Optional<Problem> keyProblem(String key) {
        return KEY.matcher(key).matches() ? Optional.empty()
                : Optional.of(NodeTargetResolver.invalidInput("“" + key + "” is no key",
                        "A key is a name such as dedicated, or one with a domain such as example.com/pool."));
    }

    public static Optional<Problem> valueProblem(String key, String value) {
        return VALUE.matcher(value).matches() ? Optional.empty()
                : Optional.of(NodeTargetResolver.invalidInput("“" + value + "” is no value of " + key,
                        "At most 63 letters, digits, dashes, dots and underscores; the first and the last a letter or digit."));
    }

    public static Optional<Problem> taintProblem(Taint taint) {
        if (!EFFECTS.contains(taint.effect())) {
            return Optional.of(NodeTargetResolver.invalidInput("“" + taint.effect() + "” is no effect of a taint",
                    "There are NoSchedule, PreferNoSchedule and NoExecute."));
        }
        return keyProblem(taint.key()).or(() -> valueProblem(taint.key(), taint.value()));
    }

    /** Returns why a name is no extended resource that nodes can advertise; empty if it is one. */
    public static Optional<Problem> extendedResourceProblem(String name) {
        boolean fine = RESOURCE.matcher(name).matches() && !name.startsWith("requests.")
                && !name.substring(0, name.indexOf('/')).matches("(.*\\.)?kubernetes\\.io");
        return fine ? Optional.empty()
                : Optional.of(NodeTargetResolver.invalidInput("“" + name + "” is no extended resource",
                        "It takes a domain of one's own and a name, such as example.com/dongle."));
    }
}

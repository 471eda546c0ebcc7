package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;

/**
 * The violation of a LimitRange, parsed from the API server's message.
 *
 * @param boundKind  max or min
 * @param type   of what: Pod or Container
 * @param amount that is allowed
 * @param requested  what was asked for instead; empty where nothing was
 */
record LimitRangeViolation(String boundKind, String resource, String type, String amount, String requested) {

    private static final Pattern SAID = Pattern.compile(
            "(maximum|minimum) (\\S+) usage per (Pod|Container) is ([^\\s,.]+)(?:, but (?:limit|request) is ([^\\s,.]+))?");

    /** Parses a message; empty where it is about no LimitRange. */
    static Optional<LimitRangeViolation> parse(String sentence) {
        var said = SAID.matcher(sentence);
        return said.find()
                ? Optional.of(new LimitRangeViolation(said.group(1).substring(0, 3), said.group(2), said.group(3),
                        said.group(4), Optional.ofNullable(said.group(5)).orElse("")))
                : Optional.empty();
    }

    /** Returns the problem as one clause. */
    String problemText() {
        var each = type.toLowerCase(Locale.ROOT);
        return requested.isEmpty()
                ? "a limit range wants at %s %s %s of every %s".formatted(boundKind.equals("max") ? "most" : "least",
                        amount,
                        resource, each)
                : "a %s asks for %s %s, and a limit range allows %s %s".formatted(each, requested, resource,
                        boundKind.equals("max") ? "at most" : "no less than", amount);
    }

    /** Returns the remedy, with the command that changes the range where it alone sets the bound and all may be read. */
    SchedulingRemedy remedy(ClusterObjectSource source, String namespace)
            throws ProblemException, InterruptedException {
        var names = new ArrayList<String>();
        boolean all = false;
        try {
            all = source.forEach(new ObjectRef("v1", "LimitRange", "limitranges", namespace, ""), "", range -> {
                if (setsBound(range)) {
                    names.add(range.at("/metadata/name").asText());
                }
            });
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
        }
        var text = "Ask for at %s %s %s a %s".formatted(boundKind.equals("max") ? "most" : "least", amount, resource,
                type.toLowerCase(Locale.ROOT));
        return !all || names.size() != 1 || requested.isEmpty()
                ? new SchedulingRemedy(text + ", or have the limit range allow it",
                        ShellWordQuoter.fillCommand("kubectl -n %s describe limitranges", namespace),
                        new SchedulingRemedyChange.ChangeResourceRequestAction())
                : new SchedulingRemedy(
                        "%s, or have the limit range %s allow %s".formatted(text, names.getFirst(), requested),
                        ShellWordQuoter.fillCommand("tessera plan limits %s --name %s --set %s/%s/%s=%s", namespace,
                                names.getFirst(),
                                type, boundKind, resource, requested),
                        new SchedulingRemedyChange.EditObjectAction(
                                new ObjectRef("v1", "LimitRange", "limitranges", namespace, names.getFirst())));
    }

    private boolean setsBound(JsonNode range) {
        return range.at("/spec/limits").valueStream().anyMatch(limit -> limit.path("type").asText().equals(type)
                && limit.path(boundKind).path(resource).asText().equals(amount));
    }
}

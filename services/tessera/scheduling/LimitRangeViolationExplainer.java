package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.LimitRangeConstraint;
import tessera.kube.quota.LimitRangeConstraint.ConstraintKind;
import tessera.kube.quota.LimitRangeViolation;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;

/** The explanation of a LimitRange violation that the API server reports, and its remedy. */
record LimitRangeViolationExplainer(LimitRangeConstraint constraint, String requested) {

    /** Explains a message; empty where it is about no LimitRange. */
    static Optional<LimitRangeViolationExplainer> ofMessage(String sentence) {
        return LimitRangeViolation.parseAll(sentence).findFirst()
                .map(violation -> new LimitRangeViolationExplainer(violation.constraint(),
                        violation.amount().map(FormatPreservingQuantity::canonicalText).orElse("")));
    }

    private String amount() {
        return constraint.amount().canonicalText();
    }

    private boolean isMaximum() {
        return constraint.kind() == ConstraintKind.MAXIMUM;
    }

    /** Returns the problem as one clause. */
    String problemText() {
        var each = constraint.type().toLowerCase(Locale.ROOT);
        return requested.isEmpty()
                ? "a limit range wants at %s %s %s of every %s".formatted(isMaximum() ? "most" : "least",
                        amount(),
                        constraint.resource(), each)
                : "a %s asks for %s %s, and a limit range allows %s %s".formatted(each, requested,
                        constraint.resource(),
                        isMaximum() ? "at most" : "no less than", amount());
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
        var text = "Ask for at %s %s %s a %s".formatted(isMaximum() ? "most" : "least", amount(),
                constraint.resource(), constraint.type().toLowerCase(Locale.ROOT));
        return !all || names.size() != 1 || requested.isEmpty()
                ? new SchedulingRemedy(text + ", or have the limit range allow it",
                        ShellWordQuoter.fillCommand("kubectl -n %s describe limitranges", namespace),
                        new SchedulingRemedyChange.ChangeResourceRequestAction())
                : new SchedulingRemedy(
                        "%s, or have the limit range %s allow %s".formatted(text, names.getFirst(), requested),
                        ShellWordQuoter.fillCommand("tessera plan limits %s --name %s --set %s/%s/%s=%s", namespace,
                                names.getFirst(),
                                constraint.type(), constraint.kind().field(), constraint.resource(), requested),
                        new SchedulingRemedyChange.EditObjectAction(
                                new ObjectRef("v1", "LimitRange", "limitranges", namespace, names.getFirst())));
    }

    private boolean setsBound(JsonNode range) {
        return range.at("/spec/limits").valueStream()
                .anyMatch(limit -> limit.path("type").asText().equals(constraint.type())
                        && limit.path(constraint.kind().field()).path(constraint.resource()).asText().equals(amount()));
    }
}

package tessera.plan.authorization;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.model.ProblemException;
import tessera.plan.authorization.AccessReviewQuestion.AnyNamespaceQuestion;
import tessera.plan.authorization.AccessReviewQuestion.ConnectionUpgradeQuestion;
import tessera.plan.authorization.AccessReviewQuestion.SingleAccessQuestion;
import tessera.plan.authorization.PermissionCache.AccessReviewSource;
import tessera.plan.step.RequiredStepPermission;

/** One round of access questions to the API server. Waits for it. Safe for use by several threads. */
final class AccessReviewQuestionEvaluator {

    /** With more of them it takes too many questions to find out that something is allowed in none. */
    private static final int MOST_NAMESPACES = 64;

    private final AccessReviewSource inquiry;
    private final Function<RequiredStepPermission, Optional<Boolean>> cachedAnswers;
    private final Map<RequiredStepPermission, Boolean> answers = new ConcurrentHashMap<>();

    /** @param cachedAnswers what need not be asked again */
    AccessReviewQuestionEvaluator(AccessReviewSource inquiry,
            Function<RequiredStepPermission, Optional<Boolean>> cachedAnswers) {
        this.inquiry = inquiry;
        this.cachedAnswers = cachedAnswers;
    }

    /** Returns the answers of this round. */
    Map<RequiredStepPermission, Boolean> answers() {
        return answers;
    }

    /** Asks a question; empty if the answer cannot be known. */
    Optional<Boolean> ask(AccessReviewQuestion question) throws ProblemException, InterruptedException {
        return switch (question) {
            case SingleAccessQuestion(var permission) -> Optional.of(isAllowed(permission));
            case ConnectionUpgradeQuestion(var permission) ->
                Optional.of(isAllowed(permission) || !inquiry.checksUpgradeVerb());
            case AnyNamespaceQuestion anywhere -> askAnywhere(anywhere);
        };
    }

    private boolean isAllowed(RequiredStepPermission permission) throws ProblemException, InterruptedException {
        return askOnce(permission.forAnyName()) || (!permission.name().isEmpty() && askOnce(permission));
    }

    private boolean askOnce(RequiredStepPermission permission) throws ProblemException, InterruptedException {
        var before = Optional.ofNullable(answers.get(permission)).or(() -> cachedAnswers.apply(permission));
        if (before.isPresent()) {
            return before.get();
        }
        boolean now = inquiry.isAllowed(permission);
        answers.put(permission, now);
        return now;
    }

    private Optional<Boolean> askAnywhere(AnyNamespaceQuestion question) throws ProblemException, InterruptedException {
        for (var permission : question.accesses()) {
            if (askOnce(inNamespace(permission, ""))) {
                return Optional.of(true);
            }
        }
        var namespaces = inquiry.namespaces();
        if (namespaces.size() > MOST_NAMESPACES) {
            return Optional.empty();
        }
        for (var namespace : namespaces) {
            for (var permission : question.accesses()) {
                if (askOnce(inNamespace(permission, namespace))) {
                    return Optional.of(true);
                }
            }
        }
        return Optional.of(false);
    }

    private static RequiredStepPermission inNamespace(RequiredStepPermission permission, String namespace) {
        return new RequiredStepPermission(permission.verb(), permission.group(), permission.resource(),
                permission.subresource(),
                namespace, "");
    }
}

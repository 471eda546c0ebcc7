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
final class AccessReviewClient {

    /** With more of them it takes too many questions to find out that something is allowed in none. */
    private static final int MOST_NAMESPACES = 64;

    private final AccessReviewSource inquiry;
    private final Function<RequiredStepPermission, Optional<Boolean>> remembered;
    private final Map<RequiredStepPermission, Boolean> answers = new ConcurrentHashMap<>();

    /** @param remembered what need not be asked again */
    AccessReviewClient(AccessReviewSource inquiry, Function<RequiredStepPermission, Optional<Boolean>> remembered) {
        this.inquiry = inquiry;
        this.remembered = remembered;
    }

    /** Returns the answers of this round. */
    Map<RequiredStepPermission, Boolean> answers() {
        return answers;
    }

    /** Asks a question; empty if the answer cannot be known. */
    Optional<Boolean> ask(AccessReviewQuestion question) throws ProblemException, InterruptedException {
        return switch (question) {
            case SingleAccessQuestion(var access) -> Optional.of(isAllowed(access));
            case ConnectionUpgradeQuestion(var access) ->
                Optional.of(isAllowed(access) || !inquiry.checksUpgradeVerb());
            case AnyNamespaceQuestion anywhere -> askAnywhere(anywhere);
        };
    }

    private boolean isAllowed(RequiredStepPermission access) throws ProblemException, InterruptedException {
        return askOnce(access.forAnyName()) || (!access.name().isEmpty() && askOnce(access));
    }

    private boolean askOnce(RequiredStepPermission access) throws ProblemException, InterruptedException {
        var before = Optional.ofNullable(answers.get(access)).or(() -> remembered.apply(access));
        if (before.isPresent()) {
            return before.get();
        }
        boolean now = inquiry.isAllowed(access);
        answers.put(access, now);
        return now;
    }

    private Optional<Boolean> askAnywhere(AnyNamespaceQuestion question) throws ProblemException, InterruptedException {
        for (var access : question.accesses()) {
            if (askOnce(inNamespace(access, ""))) {
                return Optional.of(true);
            }
        }
        var namespaces = inquiry.namespaces();
        if (namespaces.size() > MOST_NAMESPACES) {
            return Optional.empty();
        }
        for (var namespace : namespaces) {
            for (var access : question.accesses()) {
                if (askOnce(inNamespace(access, namespace))) {
                    return Optional.of(true);
                }
            }
        }
        return Optional.of(false);
    }

    private static RequiredStepPermission inNamespace(RequiredStepPermission access, String namespace) {
        return new RequiredStepPermission(access.verb(), access.group(), access.resource(), access.subresource(),
                namespace, "");
    }
}

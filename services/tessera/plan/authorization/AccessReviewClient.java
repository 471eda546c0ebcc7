package tessera.plan.authorization;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.model.Failure;
import tessera.plan.authorization.AccessQuestion.AnyNamespaceAccess;
import tessera.plan.authorization.AccessQuestion.SingleAccess;
import tessera.plan.authorization.AccessQuestion.UpgradeAccess;
import tessera.plan.authorization.KnownPermissions.AccessInquiry;
import tessera.plan.step.StepAccess;

/** One round of access questions to the API server. Waits for it. Safe for use by several threads. */
final class AccessReviewClient {

    /** With more of them it takes too many questions to find out that something is allowed in none. */
    private static final int MOST_NAMESPACES = 64;

    private final AccessInquiry inquiry;
    private final Function<StepAccess, Optional<Boolean>> remembered;
    private final Map<StepAccess, Boolean> answers = new ConcurrentHashMap<>();

    /** @param remembered what need not be asked again */
    AccessReviewClient(AccessInquiry inquiry, Function<StepAccess, Optional<Boolean>> remembered) {
        this.inquiry = inquiry;
        this.remembered = remembered;
    }

    /** Returns the answers of this round. */
    Map<StepAccess, Boolean> answers() {
        return answers;
    }

    /** Asks a question; empty if the answer cannot be known. */
    Optional<Boolean> ask(AccessQuestion question) throws Failure, InterruptedException {
        return switch (question) {
            case SingleAccess(var access) -> Optional.of(isAllowed(access));
            case UpgradeAccess(var access) -> Optional.of(isAllowed(access) || !inquiry.checksUpgradeVerb());
            case AnyNamespaceAccess anywhere -> askAnywhere(anywhere);
        };
    }

    private boolean isAllowed(StepAccess access) throws Failure, InterruptedException {
        return askOnce(access.forAnyName()) || (!access.name().isEmpty() && askOnce(access));
    }

    private boolean askOnce(StepAccess access) throws Failure, InterruptedException {
        var before = Optional.ofNullable(answers.get(access)).or(() -> remembered.apply(access));
        if (before.isPresent()) {
            return before.get();
        }
        boolean now = inquiry.isAllowed(access);
        answers.put(access, now);
        return now;
    }

    private Optional<Boolean> askAnywhere(AnyNamespaceAccess question) throws Failure, InterruptedException {
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

    private static StepAccess inNamespace(StepAccess access, String namespace) {
        return new StepAccess(access.verb(), access.group(), access.resource(), access.subresource(), namespace, "");
    }
}

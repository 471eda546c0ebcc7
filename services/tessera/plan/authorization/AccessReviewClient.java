package tessera.plan.authorization;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.model.Failure;
import tessera.plan.authorization.AccessQuestion.Anywhere;
import tessera.plan.authorization.AccessQuestion.One;
import tessera.plan.authorization.AccessQuestion.Since;
import tessera.plan.authorization.KnownRights.Inquiry;
import tessera.plan.step.StepAccess;

/** One round of questions to a server. Waits for it. Safe for use by several threads. */
final class AccessReviewClient {

    /** With more of them it takes too many questions to find out that something is allowed in none. */
    private static final int MOST_NAMESPACES = 64;

    private final Inquiry inquiry;
    private final Function<StepAccess, Optional<Boolean>> remembered;
    private final Map<StepAccess, Boolean> answers = new ConcurrentHashMap<>();

    /** @param remembered what need not be asked again */
    AccessReviewClient(Inquiry inquiry, Function<StepAccess, Optional<Boolean>> remembered) {
        this.inquiry = inquiry;
        this.remembered = remembered;
    }

    /** What was asked. */
    Map<StepAccess, Boolean> answers() {
        return answers;
    }

    /** Whether it is allowed; empty where that cannot be known. */
    Optional<Boolean> ask(AccessQuestion question) throws Failure, InterruptedException {
        return switch (question) {
            case One(var access) -> Optional.of(may(access));
            case Since(var access) -> Optional.of(may(access) || !inquiry.asksTwice());
            case Anywhere anywhere -> anywhere(anywhere);
        };
    }

    private boolean may(StepAccess access) throws Failure, InterruptedException {
        return asked(access.ofAny()) || (!access.name().isEmpty() && asked(access));
    }

    private boolean asked(StepAccess access) throws Failure, InterruptedException {
        var before = Optional.ofNullable(answers.get(access)).or(() -> remembered.apply(access));
        if (before.isPresent()) {
            return before.get();
        }
        boolean now = inquiry.may(access);
        answers.put(access, now);
        return now;
    }

    private Optional<Boolean> anywhere(Anywhere question) throws Failure, InterruptedException {
        for (var access : question.accesses()) {
            if (asked(in(access, ""))) {
                return Optional.of(true);
            }
        }
        var namespaces = inquiry.namespaces();
        if (namespaces.size() > MOST_NAMESPACES) {
            return Optional.empty();
        }
        for (var namespace : namespaces) {
            for (var access : question.accesses()) {
                if (asked(in(access, namespace))) {
                    return Optional.of(true);
                }
            }
        }
        return Optional.of(false);
    }

    private static StepAccess in(StepAccess access, String namespace) {
        return new StepAccess(access.verb(), access.group(), access.resource(), access.subresource(), namespace, "");
    }
}

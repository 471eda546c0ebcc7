package tessera.plan.authorization;

import java.util.ArrayList;
import java.util.List;
import tessera.model.ObjectRef;
import tessera.model.RequiredPermission;
import tessera.text.MessageCatalog;

/**
 * The permissions that a change requires, as far as a server can be asked about them.
 *
 * @param action     what is done, fit to follow “may not”, e.g. {@code evict pods}
 * @param questions what the server is asked; the first is what it is about
 * @param allRequired      whether all of it must be allowed, and not one of them alone
 */
public record RequiredPermissions(String action, List<AccessReviewQuestion> questions, boolean allRequired) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RequiredPermissions.class);
    public RequiredPermissions {
        questions = List.copyOf(questions);
    }

    /** Returns a requirement of all these accesses. */
    public static RequiredPermissions requireAll(String text, List<RequiredPermission> all) {
        return new RequiredPermissions(text,
                all.stream().distinct().map(
                        permission -> (AccessReviewQuestion) new AccessReviewQuestion.SingleAccessQuestion(permission))
                        .toList(),
                true);
    }

    /** Returns a requirement of one of these accesses in any namespace. */
    public static RequiredPermissions anyNamespace(String text, RequiredPermission... one) {
        return new RequiredPermissions(text, List.of(new AccessReviewQuestion.AnyNamespaceQuestion(List.of(one))),
                true);
    }

    /**
     * Returns the permissions to connect to a pod over a WebSocket, which begins with a GET.
     *
     * @param subresource e.g. {@code exec}
     */
    public static RequiredPermissions forPodConnection(String text, ObjectRef pod, String subresource) {
        return new RequiredPermissions(text,
                List.of(new AccessReviewQuestion.SingleAccessQuestion(
                        RequiredPermission.forObject("get", pod, subresource)),
                        new AccessReviewQuestion.ConnectionUpgradeQuestion(
                                RequiredPermission.forObject("create", pod, subresource))),
                true);
    }

    /** Returns what both requirements take together. */
    public RequiredPermissions and(RequiredPermissions other) {
        return combineWith(other, true);
    }

    /** Returns what either of the two requirements takes. */
    public RequiredPermissions or(RequiredPermissions other) {
        return combineWith(other, false);
    }

    private RequiredPermissions combineWith(RequiredPermissions other, boolean all) {
        var both = new ArrayList<>(questions);
        both.addAll(other.questions);
        return new RequiredPermissions(action, both, all);
    }

    /**
     * Returns why it is refused, to follow the name of the action.
     *
     * @param denied one of the questions
     */
    String refusalText(AccessReviewQuestion denied) {
        boolean told = !allRequired || denied.equals(questions.getFirst())
                || denied instanceof AccessReviewQuestion.ConnectionUpgradeQuestion;
        return MESSAGES.text("refusal", told ? action : denied.actionText(), denied.namespace());
    }
}

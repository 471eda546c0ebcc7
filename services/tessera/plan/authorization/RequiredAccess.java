package tessera.plan.authorization;

import java.util.ArrayList;
import java.util.List;
import tessera.model.ObjectRef;
import tessera.plan.step.StepAccess;

/**
 * The permissions that a change requires, as far as a server can be asked about them.
 *
 * @param action     what is done, fit to follow “may not”, e.g. {@code evict pods}
 * @param questions what the server is asked; the first is what it is about
 * @param allRequired      whether all of it must be allowed, and not one of them alone
 */
public record RequiredAccess(String action, List<AccessQuestion> questions, boolean allRequired) {

    public RequiredAccess {
        questions = List.copyOf(questions);
    }

    /** Returns a requirement of all these accesses. */
    public static RequiredAccess requireAll(String text, List<StepAccess> all) {
        return new RequiredAccess(text,
                all.stream().distinct().map(access -> (AccessQuestion) new AccessQuestion.SingleAccess(access))
                        .toList(),
                true);
    }

    /** Returns a requirement of one of these accesses in any namespace. */
    public static RequiredAccess anyNamespace(String text, StepAccess... one) {
        return new RequiredAccess(text, List.of(new AccessQuestion.AnyNamespaceAccess(List.of(one))), true);
    }

    /**
     * Returns the permissions to connect to a pod over a WebSocket, which begins with a GET.
     *
     * @param subresource e.g. {@code exec}
     */
    public static RequiredAccess forPodConnection(String text, ObjectRef pod, String subresource) {
        return new RequiredAccess(text,
                List.of(new AccessQuestion.SingleAccess(StepAccess.forObject("get", pod, subresource)),
                        new AccessQuestion.UpgradeAccess(StepAccess.forObject("create", pod, subresource))),
                true);
    }

    /** Returns what both requirements take together. */
    public RequiredAccess and(RequiredAccess other) {
        return combineWith(other, true);
    }

    /** Returns what either of the two requirements takes. */
    public RequiredAccess or(RequiredAccess other) {
        return combineWith(other, false);
    }

    private RequiredAccess combineWith(RequiredAccess other, boolean all) {
        var both = new ArrayList<>(questions);
        both.addAll(other.questions);
        return new RequiredAccess(action, both, all);
    }

    /**
     * Returns why it is refused, to follow the name of the action.
     *
     * @param denied one of the questions
     */
    String refusalText(AccessQuestion denied) {
        boolean told = !allRequired || denied.equals(questions.getFirst())
                || denied instanceof AccessQuestion.UpgradeAccess;
        return "you may not " + (told ? action + denied.placeText() : denied.actionText());
    }
}

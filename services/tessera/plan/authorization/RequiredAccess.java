package tessera.plan.authorization;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tessera.model.ObjectRef;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepAccess;

/**
 * What a change takes, as far as a server asks whether one may.
 *
 * @param words     what is done, fit to follow “may not”, e.g. {@code evict pods}
 * @param questions what the server is asked; the first is what it is about
 * @param each      whether all of it must be allowed, and not one of them alone
 */
public record RequiredAccess(String words, List<AccessQuestion> questions, boolean each) {

    public RequiredAccess {
        questions = List.copyOf(questions);
    }

    /** What these steps take, as they are asked about before they are done. */
    public static RequiredAccess of(String words, PlanStep... steps) {
        return of(words, Arrays.stream(steps).flatMap(step -> step.needs().stream()).toList());
    }

    /** What takes all of these. */
    public static RequiredAccess of(String words, List<StepAccess> all) {
        return new RequiredAccess(words,
                all.stream().distinct().map(access -> (AccessQuestion) new AccessQuestion.One(access)).toList(),
                true);
    }

    /** What takes one of these, in any namespace. */
    public static RequiredAccess anywhere(String words, StepAccess... one) {
        return new RequiredAccess(words, List.of(new AccessQuestion.Anywhere(List.of(one))), true);
    }

    /**
     * To reach into a pod over a WebSocket, which begins with a GET.
     *
     * @param subresource e.g. {@code exec}
     */
    public static RequiredAccess reaching(String words, ObjectRef pod, String subresource) {
        return new RequiredAccess(words, List.of(new AccessQuestion.One(StepAccess.to("get", pod, subresource)),
                new AccessQuestion.Since(StepAccess.to("create", pod, subresource))), true);
    }

    /** What both of them take. */
    public RequiredAccess and(RequiredAccess other) {
        return with(other, true);
    }

    /** What either of them takes. */
    public RequiredAccess or(RequiredAccess other) {
        return with(other, false);
    }

    private RequiredAccess with(RequiredAccess other, boolean all) {
        var both = new ArrayList<>(questions);
        both.addAll(other.questions);
        return new RequiredAccess(words, both, all);
    }

    /**
     * Why it is refused, to follow the name of what is offered.
     *
     * @param denied one of the questions
     */
    String refusal(AccessQuestion denied) {
        boolean told = !each || denied.equals(questions.getFirst()) || denied instanceof AccessQuestion.Since;
        return "you may not " + (told ? words + denied.place() : denied.words());
    }
}

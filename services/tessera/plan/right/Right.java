package tessera.plan.right;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tessera.model.ObjectRef;
import tessera.plan.step.Access;
import tessera.plan.step.Step;

/**
 * What a change takes, as far as a server asks whether one may.
 *
 * @param words     what is done, fit to follow “may not”, e.g. {@code evict pods}
 * @param questions what the server is asked; the first is what it is about
 * @param each      whether all of it must be allowed, and not one of them alone
 */
public record Right(String words, List<Question> questions, boolean each) {

    public Right {
        questions = List.copyOf(questions);
    }

    /** What these steps take, as they are asked about before they are done. */
    public static Right of(String words, Step... steps) {
        return of(words, Arrays.stream(steps).flatMap(step -> step.needs().stream()).toList());
    }

    /** What takes all of these. */
    public static Right of(String words, List<Access> all) {
        return new Right(words, all.stream().distinct().map(access -> (Question) new Question.One(access)).toList(),
                true);
    }

    /** What takes one of these, in any namespace. */
    public static Right anywhere(String words, Access... one) {
        return new Right(words, List.of(new Question.Anywhere(List.of(one))), true);
    }

    /**
     * To reach into a pod over a WebSocket, which begins with a GET.
     *
     * @param subresource e.g. {@code exec}
     */
    public static Right reaching(String words, ObjectRef pod, String subresource) {
        return new Right(words, List.of(new Question.One(Access.to("get", pod, subresource)),
                new Question.Since(Access.to("create", pod, subresource))), true);
    }

    /** What both of them take. */
    public Right and(Right other) {
        return with(other, true);
    }

    /** What either of them takes. */
    public Right or(Right other) {
        return with(other, false);
    }

    private Right with(Right other, boolean all) {
        var both = new ArrayList<>(questions);
        both.addAll(other.questions);
        return new Right(words, both, all);
    }

    /**
     * Why it is refused, to follow the name of what is offered.
     *
     * @param denied one of the questions
     */
    String refusal(Question denied) {
        boolean told = !each || denied.equals(questions.getFirst()) || denied instanceof Question.Since;
        return "you may not " + (told ? words + denied.place() : denied.words());
    }
}

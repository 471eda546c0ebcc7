package tessera.cluster.http;

import java.io.IOException;
import java.io.Serial;
import java.util.function.Function;
import tessera.model.Problem;

/** Thrown in place of an answer that fabric8 shall not see: the server refused, or the answer is no object. */
public final class UnusableAnswerException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Function<String, Problem> problem;

    UnusableAnswerException(Function<String, Problem> problem) {
        super(problem.apply("do this").problemText());
        this.problem = problem;
    }

    /** Returns the problem for what was asked for, as a phrase such as “list nodes”. */
    public Problem problemOf(String action) {
        return problem.apply(action);
    }
}

package tessera.model;

import java.io.Serial;

/** An expected failure, with the problem to show. */
public final class ProblemException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.problemText());
        this.problem = problem;
    }

    public ProblemException(Problem problem, Throwable cause) {
        super(problem.problemText(), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}

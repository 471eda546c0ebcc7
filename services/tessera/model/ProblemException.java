package tessera.model;

import java.io.Serial;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.Reason;

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

    /** @param kind decides what the reason's problem is shown with */
    public ProblemException(OperationProblemKind kind, Reason reason) {
        this(Problem.of(kind, reason));
    }

    public ProblemException(OperationProblemKind kind, Reason reason, Throwable cause) {
        this(Problem.of(kind, reason), cause);
    }

    public Problem problem() {
        return problem;
    }
}

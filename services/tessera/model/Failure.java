package tessera.model;

import java.io.Serial;

/** A failure that was expected to be possible, with the words to tell it. */
public final class Failure extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public Failure(Problem problem) {
        super(problem.sentence());
        this.problem = problem;
    }

    public Failure(Problem problem, Throwable cause) {
        super(problem.sentence(), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}

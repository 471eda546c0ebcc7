package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.io.Serial;
import tessera.model.Problem;

/** Thrown where a response is larger, or takes longer, than is read. */
final class ResponseTooLargeException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    ResponseTooLargeException(Problem problem) {
        super(problem.problemText());
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}

package tessera.cluster.http;

import java.io.IOException;
import java.io.Serial;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** Thrown in place of sending a request for which there is no credential. */
public final class MissingCredentialException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    MissingCredentialException(ProblemException problemException) {
        super(problemException.getMessage(), problemException);
        this.problem = problemException.problem();
    }

    public Problem problem() {
        return problem;
    }
}

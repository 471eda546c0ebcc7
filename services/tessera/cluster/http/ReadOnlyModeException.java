package tessera.cluster.http;

import java.io.IOException;
import java.io.Serial;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** Thrown in place of sending a request that read-only mode does not let through. */
public final class ReadOnlyModeException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    ReadOnlyModeException(ApiRequestReason reason) {
        super(reason.text());
        this.problem = Problem.of(OperationProblemKind.READ_ONLY, reason);
    }

    public Problem problem() {
        return problem;
    }
}

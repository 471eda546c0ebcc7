package tessera.cluster.http;

import java.io.IOException;
import java.io.Serial;
import tessera.model.Failure;
import tessera.model.Problem;

/** Thrown in place of sending a request for which there is no credential. */
public final class LoginFailure extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    LoginFailure(Failure failure) {
        super(failure.getMessage(), failure);
        this.problem = failure.problem();
    }

    public Problem problem() {
        return problem;
    }
}

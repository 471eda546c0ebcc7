package tessera.cluster.watch;

import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRefusal;
import tessera.cluster.http.LoginFailure;
import tessera.model.Problem;

/** Why a list or a watch did not go well. */
final class WatchFailure extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;
    private final transient @Nullable Duration retryAfter;
    private final boolean refused;

    WatchFailure(Problem problem, @Nullable Throwable cause) {
        super(problem.sentence(), cause);
        this.problem = problem;
        this.retryAfter = null;
        this.refused = false;
    }

    WatchFailure(ApiRefusal refusal) {
        super(refusal.problem().sentence());
        this.problem = refusal.problem();
        this.retryAfter = refusal.retryAfter();
        this.refused = true;
    }

    Problem problem() {
        return problem;
    }

    /** Whether the server said so itself; otherwise the way to it broke off. */
    boolean refused() {
        return refused;
    }

    /** Whether it takes the user to mend it: trying again could mean to open a browser again and again. */
    boolean needsLogin() {
        return switch (problem.kind()) {
            case UNAUTHENTICATED -> true;
            case TIMEOUT, GARBLED -> getCause() != null && getCause().getCause() instanceof LoginFailure;
            default -> false;
        };
    }

    /** How long the server wants to be left alone. */
    Duration retryAfter() {
        return retryAfter == null ? Duration.ZERO : retryAfter;
    }
}

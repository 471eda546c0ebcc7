package tessera.cluster.watch;

import java.io.Serial;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiServerErrorResponse;
import tessera.cluster.http.MissingCredentialException;
import tessera.model.Problem;

/** A failed list or watch: its problem, and whether the server itself refused. */
final class WatchFailureException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Problem problem;
    private final transient @Nullable Duration retryAfter;
    private final boolean refused;

    WatchFailureException(Problem problem, @Nullable Throwable cause) {
        super(problem.problemText(), cause);
        this.problem = problem;
        this.retryAfter = null;
        this.refused = false;
    }

    WatchFailureException(ApiServerErrorResponse refusal) {
        super(refusal.problem().problemText());
        this.problem = refusal.problem();
        this.retryAfter = refusal.retryAfter();
        this.refused = true;
    }

    Problem problem() {
        return problem;
    }

    /** Returns whether the server refused; otherwise the connection failed. */
    boolean isRefused() {
        return refused;
    }

    /** Returns whether only the user can solve it: retrying could open a browser again and again. */
    boolean needsLogin() {
        return switch (problem.kind()) {
            case UNAUTHENTICATED -> true;
            case TIMEOUT, GARBLED -> getCause() != null && getCause().getCause() instanceof MissingCredentialException;
            default -> false;
        };
    }

    /** Returns the pause that the server asks for; zero for none. */
    Duration retryAfter() {
        return Objects.requireNonNullElse(retryAfter, Duration.ZERO);
    }
}

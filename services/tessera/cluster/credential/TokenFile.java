package tessera.cluster.credential;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.FileProblems;
import tessera.cluster.kubeconfig.SecretText;
import tessera.file.BoundedFile;
import tessera.file.BoundedFile.TooLargeException;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * A token in a file that another program keeps fresh.
 *
 * @param fallback used while the file cannot be read; null when there is none
 */
record TokenFile(Path file, @Nullable SecretText fallback, Clock clock) implements LoginSource {

    /** As often as kubectl looks at it. */
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final int LARGEST = 1 << 20;

    @Override
    public RequestLogin get() throws Failure {
        try {
            var token = BoundedFile.readText(file, LARGEST).strip();
            if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The file " + file + " holds no token"));
            }
            return RequestLogin.bearerToken(token, clock.instant().plus(FRESH));
        } catch (TooLargeException e) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The token file " + file + " is too large"), e);
        } catch (IOException e) {
            if (fallback != null) {
                return RequestLogin.bearerToken(fallback.reveal(), clock.instant().plus(FRESH));
            }
            throw new Failure(FileProblems.unreadableFile(file, e), e);
        }
    }

    @Override
    public boolean isRenewable() {
        return true;
    }

    @Override
    public String waitText() {
        return "the token file";
    }
}

package tessera.cluster.credential;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.KubeconfigFileProblemFactory;
import tessera.cluster.kubeconfig.SecretText;
import tessera.file.SizeLimitedFileReader;
import tessera.file.SizeLimitedFileReader.FileTooLargeException;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * A token in a file that another program keeps fresh.
 *
 * @param fallback used while the file cannot be read; null when there is none
 */
record TokenFileCredentialSource(Path file, @Nullable SecretText fallback,
        Clock clock) implements ClusterCredentialSource {

    /** As often as kubectl looks at it. */
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final int LARGEST = 1 << 20;

    @Override
    public RequestCredentials get() throws ProblemException {
        try {
            var token = SizeLimitedFileReader.readText(file, LARGEST).strip();
            if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.CONFIGURATION, "The file " + file + " holds no token"));
            }
            return RequestCredentials.bearerToken(token, clock.instant().plus(FRESH));
        } catch (FileTooLargeException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, "The token file " + file + " is too large"), e);
        } catch (IOException e) {
            if (fallback != null) {
                return RequestCredentials.bearerToken(fallback.reveal(), clock.instant().plus(FRESH));
            }
            throw new ProblemException(KubeconfigFileProblemFactory.unreadableFile(file, e), e);
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

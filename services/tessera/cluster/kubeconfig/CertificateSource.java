package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import tessera.file.BoundedFile;
import tessera.file.BoundedFile.TooLargeException;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** A certificate or a key, where a kubeconfig says it is. */
public sealed interface CertificateSource {

    /** More than any certificate bundle needs. */
    int LARGEST = 4 << 20;

    /** Written into the kubeconfig. */
    record Inline(SecretText base64) implements CertificateSource {}

    /** In a file of its own, which may be replaced at any time. */
    record InFile(Path file) implements CertificateSource {}

    /** The bytes as they are now. */
    default byte[] read() throws Failure {
        return switch (this) {
            case Inline(var base64) -> Base64.getMimeDecoder().decode(base64.reveal());
            case InFile(var file) -> readFile(file);
        };
    }

    private static byte[] readFile(Path file) throws Failure {
        try {
            return BoundedFile.read(file, LARGEST);
        } catch (TooLargeException e) {
            throw new Failure(
                    Problem.of(ProblemKind.CONFIGURATION, file + " is too large to be a certificate or a key"), e);
        } catch (IOException e) {
            throw new Failure(FileProblems.unreadable(file, e), e);
        }
    }
}

package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import tessera.file.BoundedFile;
import tessera.file.BoundedFile.TooLargeException;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** A certificate or key, inline or in a file. */
public sealed interface CertificateSource {

    /** More than any certificate bundle needs. */
    int LARGEST = 4 << 20;

    /** A certificate or key written into the kubeconfig. */
    record InlineCertificate(SecretText base64) implements CertificateSource {}

    /** A certificate or key in a file, which may be replaced at any time. */
    record CertificateFile(Path file) implements CertificateSource {}

    /** Reads the current bytes. */
    default byte[] readBytes() throws Failure {
        return switch (this) {
            case InlineCertificate(var base64) -> Base64.getMimeDecoder().decode(base64.reveal());
            case CertificateFile(var file) -> readFile(file);
        };
    }

    private static byte[] readFile(Path file) throws Failure {
        try {
            return BoundedFile.read(file, LARGEST);
        } catch (TooLargeException e) {
            throw new Failure(
                    Problem.of(ProblemKind.CONFIGURATION, file + " is too large to be a certificate or a key"), e);
        } catch (IOException e) {
            throw new Failure(FileProblems.unreadableFile(file, e), e);
        }
    }
}

package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import tessera.file.SizeLimitedFileReader;
import tessera.file.SizeLimitedFileReader.FileTooLargeException;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** A certificate or key, inline or in a file. */
public sealed interface CertificateOrKeySource {

    /** More than any certificate bundle needs. */
    int LARGEST = 4 << 20;

    /** A certificate or key written into the kubeconfig. */
    record InlineCertificate(SecretText base64) implements CertificateOrKeySource {}

    /** A certificate or key in a file, which may be replaced at any time. */
    record CertificateFile(Path file) implements CertificateOrKeySource {}

    /** Reads the current bytes. */
    default byte[] readBytes() throws ProblemException {
        return switch (this) {
            case InlineCertificate(var base64) -> Base64.getMimeDecoder().decode(base64.reveal());
            case CertificateFile(var file) -> readFile(file);
        };
    }

    private static byte[] readFile(Path file) throws ProblemException {
        try {
            return SizeLimitedFileReader.read(file, LARGEST);
        } catch (FileTooLargeException e) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new KubeconfigReason.CertificateFileTooLarge(file.toString()), e);
        } catch (IOException e) {
            throw new ProblemException(KubeconfigFileProblemFactory.unreadableFile(file, e), e);
        }
    }
}

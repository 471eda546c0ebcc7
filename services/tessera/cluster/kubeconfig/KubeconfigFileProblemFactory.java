package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tessera.cluster.kubeconfig.KubeconfigReason.ReferencedFileForbidden;
import tessera.cluster.kubeconfig.KubeconfigReason.ReferencedFileMissing;
import tessera.cluster.kubeconfig.KubeconfigReason.ReferencedFileUnreadable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** Problems of files that a kubeconfig needs and that cannot be read. */
public final class KubeconfigFileProblemFactory {

    private KubeconfigFileProblemFactory() {}

    public static Problem unreadableFile(Path file, IOException cause) {
        return switch (cause) {
            case NoSuchFileException _ ->
                Problem.of(OperationProblemKind.CONFIGURATION, new ReferencedFileMissing(file.toString()));
            case AccessDeniedException _ ->
                Problem.of(OperationProblemKind.CONFIGURATION, new ReferencedFileForbidden(file.toString()));
            default -> Problem.of(OperationProblemKind.CONFIGURATION, new ReferencedFileUnreadable(file.toString()))
                    .withDetail(causeText(cause));
        };
    }

    private static String causeText(IOException cause) {
        if (cause.getMessage() == null) {
            return cause.getClass().getSimpleName();
        }
        return cause.getMessage();
    }
}

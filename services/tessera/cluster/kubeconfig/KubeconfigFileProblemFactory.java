package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** Problems of files that a kubeconfig needs and that cannot be read. */
public final class KubeconfigFileProblemFactory {

    private KubeconfigFileProblemFactory() {}

    public static Problem unreadableFile(Path file, IOException cause) {
        return switch (cause) {
            case NoSuchFileException _ -> Problem.of(OperationProblemKind.CONFIGURATION, "There is no file " + file);
            case AccessDeniedException _ -> Problem.of(OperationProblemKind.CONFIGURATION, "You may not read " + file)
                    .withRemedy("Check the owner and the permissions of the file.");
            default ->
                new Problem(OperationProblemKind.CONFIGURATION, "The file " + file + " cannot be read",
                        causeText(cause), "");
        };
    }

    private static String causeText(IOException cause) {
        if (cause.getMessage() == null) {
            return cause.getClass().getSimpleName();
        }
        return cause.getMessage();
    }
}

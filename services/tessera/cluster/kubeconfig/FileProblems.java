package tessera.cluster.kubeconfig;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** What there is to say when a file that a kubeconfig needs cannot be read. */
public final class FileProblems {

    private FileProblems() {}

    public static Problem unreadable(Path file, IOException why) {
        return switch (why) {
            case NoSuchFileException _ -> Problem.of(ProblemKind.CONFIGURATION, "There is no file " + file);
            case AccessDeniedException _ -> Problem.of(ProblemKind.CONFIGURATION, "You may not read " + file)
                    .withRemedy("Check the owner and the permissions of the file.");
            default -> new Problem(ProblemKind.CONFIGURATION, "The file " + file + " cannot be read", words(why), "");
        };
    }

    private static String words(IOException why) {
        return why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
    }
}

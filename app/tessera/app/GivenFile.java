package tessera.app;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** A file that a command was given by its path. */
final class GivenFile {

    /** What stands for standard input. */
    static final String INPUT = "-";

    private GivenFile() {}

    /** Its text, or that of standard input. */
    static String text(Path file) throws Failure {
        try {
            return file.toString().equals(INPUT) ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(file);
        } catch (IOException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "Cannot read " + file).withDetail(words(e)), e);
        }
    }

    /** Why a file could not be read or written, without its name. */
    static String words(IOException why) {
        return switch (why) {
            case NoSuchFileException _ -> "There is no such file or folder";
            case AccessDeniedException _ -> "You may not do that with it";
            case CharacterCodingException _ -> "It is no text in UTF-8";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> String.valueOf(why.getMessage());
        };
    }
}

package tessera.app;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** A file that a command was given by its path. */
final class FileArgument {

    /** What stands for standard input. */
    static final String INPUT = "-";
    /** More than any manifest, configuration or key has. */
    private static final int LARGEST = 64 << 20;

    private FileArgument() {}

    /** Its text, or that of standard input, which has one only once. */
    static String textOrInput(Path file) throws Failure {
        if (!file.toString().equals(INPUT)) {
            return text(file);
        }
        try {
            return text(System.in);
        } catch (IOException e) {
            throw unread(file, e);
        }
    }

    /** Fails where more than one of these is standard input: the second would be empty, and as if nothing was meant by it. */
    static void inputOnce(Collection<?> files) throws Failure {
        if (files.stream().filter(file -> file.toString().equals(INPUT)).count() > 1) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "Standard input can be read only once")
                    .withRemedy("Name it once, and files for the others."));
        }
    }

    /** Its text; what must not be mixed up with something else on standard input is not read from there. */
    static String text(Path file) throws Failure {
        if (file.toString().equals(INPUT)) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "This cannot be read from standard input")
                    .withRemedy("Name a file."));
        }
        try (var stream = Files.newInputStream(file)) {
            return text(stream);
        } catch (IOException e) {
            throw unread(file, e);
        }
    }

    /** What has no end would be read for ever. */
    private static String text(InputStream stream) throws IOException {
        var bytes = stream.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new IOException("It is larger than %d MiB".formatted(LARGEST >> 20));
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static Failure unread(Path file, IOException why) {
        return new Failure(Problem.of(ProblemKind.CONFIGURATION, "Cannot read " + file).withDetail(words(why)), why);
    }

    /** Why a file could not be read or written, without its name. */
    static String words(IOException why) {
        return switch (why) {
            case NoSuchFileException _ -> "There is no such file or folder";
            case AccessDeniedException _ -> "You may not do that with it";
            case CharacterCodingException _ -> "It is no text in UTF-8";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
        };
    }
}

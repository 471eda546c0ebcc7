package tessera.app.platform;

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
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** A file argument of a command. */
public final class CommandFileArgumentReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CommandFileArgumentReader.class);

    /** What stands for standard input. */
    public static final String INPUT = "-";
    /** More than any manifest, configuration or key has. */
    private static final int LARGEST = 64 << 20;

    private CommandFileArgumentReader() {}

    /** Returns a file's text, or that of standard input, which can be read only once. */
    public static String readTextOrInput(Path file) throws ProblemException {
        if (!file.toString().equals(INPUT)) {
            return readText(file);
        }
        try {
            return readBounded(System.in);
        } catch (IOException e) {
            throw readFailure(file, e);
        }
    }

    /** Fails where more than one of these is standard input: the second would be read as empty. */
    public static void checkInputOnce(Collection<?> files) throws ProblemException {
        if (files.stream().filter(file -> file.toString().equals(INPUT)).count() > 1) {
            throw new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("stdin.twice")));
        }
    }

    /** Returns a file's text; never from standard input, which may carry something else. */
    public static String readText(Path file) throws ProblemException {
        if (file.toString().equals(INPUT)) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("stdin.notAllowed")));
        }
        try (var stream = Files.newInputStream(file)) {
            return readBounded(stream);
        } catch (IOException e) {
            throw readFailure(file, e);
        }
    }

    /** Reads a stream up to a limit, as it may have no end. */
    private static String readBounded(InputStream stream) throws IOException {
        var bytes = stream.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new IOException(MESSAGES.text("file.tooLarge", LARGEST >> 20));
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static ProblemException readFailure(Path file, IOException cause) {
        return new ProblemException(
                Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("file.unreadable", file))
                        .withDetail(reasonText(cause)),
                cause);
    }

    /** Returns the reason of a failed read or write, without the file's name. */
    public static String reasonText(IOException cause) {
        return switch (cause) {
            case NoSuchFileException _ -> MESSAGES.text("file.missing");
            case AccessDeniedException _ -> MESSAGES.text("file.denied");
            case CharacterCodingException _ -> MESSAGES.text("file.notUtf8");
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        };
    }
}

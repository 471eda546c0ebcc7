package tessera.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of unknown origin up to a maximum size. */
public final class SizeLimitedFileReader {

    private SizeLimitedFileReader() {}

    /**
     * Reads a regular file, or the file that a link leads to. Pipes wait for somebody who writes, devices have no end, and the
     * size of neither says so.
     *
     * @throws IOException when it is something else, or longer
     */
    public static byte[] read(Path file, int largest) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        return readStream(file, largest);
    }

    /** Reads the same as text in UTF-8. */
    public static String readText(Path file, int largest) throws IOException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(read(file, largest))).toString();
    }

    /** Reads a file or a pipe, such as a process substitution of a shell. */
    public static byte[] readStream(Path file, int largest) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "it is a folder");
        }
        try (var stream = Files.newInputStream(file)) {
            var bytes = stream.readNBytes(largest + 1);
            if (bytes.length > largest) {
                throw new FileTooLargeException(file, largest);
            }
            return bytes;
        }
    }

    /** Thrown for a file that is longer than allowed, in contrast to one that cannot be read. */
    public static final class FileTooLargeException extends FileSystemException {

        private static final long serialVersionUID = 1;

        FileTooLargeException(Path file, int largest) {
            super(file.toString(), null,
                    "larger than " + (largest >= 1 << 20 ? (largest >> 20) + " MiB" : (largest >> 10) + " KiB"));
        }
    }
}

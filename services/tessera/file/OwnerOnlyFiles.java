package tessera.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Files of the program that are accessible only to their owner from the moment of creation. What a program that was
 * killed left half written is removed by the next one that writes there.
 */
public final class OwnerOnlyFiles {

    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";
    private static final String PART = ".part";
    /** Nobody writes for as long and pauses. */
    private static final Duration ABANDONED = Duration.ofMinutes(10);

    private OwnerOnlyFiles() {}

    private static FileAttribute<?>[] creationAttributes(Path place, String permissions) {
        if (isPosix(place)) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))};
        }
        return new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Creates a folder and its missing parents. One that is there is left as it is. */
    public static Path createFolder(Path folder) throws IOException {
        return Files.isDirectory(folder) ? folder : Files.createDirectories(folder, creationAttributes(folder, FOLDER));
    }

    /** Creates a folder for files of the program alone; closes an existing one to other users. */
    public static Path createPrivateFolder(Path folder) throws IOException {
        var there = createFolder(folder);
        if (isPosix(there) && Files.isWritable(there)
                && !PosixFilePermissions.toString(Files.getPosixFilePermissions(there)).equals(FOLDER)) {
            Files.setPosixFilePermissions(there, PosixFilePermissions.fromString(FOLDER));
        }
        return there;
    }

    /** Whether nobody but its owner can write to a file, nor put another in its place. */
    public static boolean ownedAlone(Path file) throws IOException {
        var place = file.toAbsolutePath().getParent();
        return !isPosix(file) || (!othersWrite(file) && (place == null || !othersWrite(place)));
    }

    private static boolean othersWrite(Path place) throws IOException {
        var permissions = Files.getPosixFilePermissions(place);
        return permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Opens a file for writing, creating it as the options say. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
        all.add(StandardOpenOption.WRITE);
        return FileChannel.open(file, all, creationAttributes(file, FILE));
    }

    /** Writes a file from its beginning. */
    public static Path write(Path file, byte[] bytes) throws IOException {
        try (var channel = open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
            write(channel, bytes);
        }
        return file;
    }

    /** Writes all bytes at the position of a channel. */
    public static void write(FileChannel channel, byte[] bytes) throws IOException {
        var left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** Replaces a file atomically. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        var fresh = createPartFile(file);
        try {
            try (var channel = open(fresh, StandardOpenOption.CREATE)) {
                write(channel, bytes);
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Creates an empty file beside a target, after removing leftovers of that name. */
    public static Path createPartFile(Path file) throws IOException {
        var target = file.toAbsolutePath();
        var folder = target.getParent();
        if (folder == null) {
            throw new IOException("no folder for " + file);
        }
        var prefix = "." + target.getFileName() + "-";
        removeAbandoned(folder, prefix);
        return Files.createTempFile(folder, prefix, PART, creationAttributes(folder, FILE));
    }

    private static void removeAbandoned(Path folder, String prefix) throws IOException {
        var before = Instant.now().minus(ABANDONED);
        try (var files = Files.newDirectoryStream(folder,
                file -> String.valueOf(file.getFileName()).startsWith(prefix) && file.toString().endsWith(PART))) {
            for (var file : files) {
                if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(before)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException _) {
            // Whoever wrote it has done so by now.
        }
    }
}

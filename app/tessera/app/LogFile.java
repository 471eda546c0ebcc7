package tessera.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import tessera.file.OwnerFiles;

/**
 * A log in a few files of which the oldest goes when the newest is full, and which only its user may read: Java's own makes
 * them as any file. Each program writes to files of its own.
 */
final class LogFile extends Handler {

    private static final int MOST_PROGRAMS = 100;
    /** The locks of this program: to look at one would give it up. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final int number;
    private final int largest;
    private final int kept;
    private final Path lockFile;
    private final FileChannel lock;
    private FileChannel file;

    private LogFile(LogFileNumber numbered, int largest, int kept) throws IOException {
        folder = numbered.folder();
        number = numbered.number();
        lockFile = numbered.lockFile();
        lock = numbered.lock();
        this.largest = largest;
        this.kept = kept;
        file = begin();
    }

    /** The right to write the files of a number. */
    private record LogFileNumber(Path folder, int number, Path lockFile, FileChannel lock) {}

    /**
     * Begins to write where the last program of the number ended.
     *
     * @param largest in bytes, of each file
     * @param kept    number of files
     */
    static LogFile open(Path folder, int largest, int kept) throws IOException {
        OwnerFiles.createPrivateFolder(folder);
        for (int number = 0; number < MOST_PROGRAMS; number++) {
            var lockFile = folder.resolve("tessera-%d.lock".formatted(number));
            if (HELD.add(lockFile)) {
                var lock = OwnerFiles.open(lockFile, StandardOpenOption.CREATE);
                if (lock.tryLock() != null) {
                    return new LogFile(new LogFileNumber(folder, number, lockFile, lock), largest, kept);
                }
                lock.close();
                HELD.remove(lockFile);
            }
        }
        throw new IOException("too many programs write there");
    }

    private Path name(int generation) {
        return folder.resolve("tessera-%d.%d.log".formatted(number, generation));
    }

    private FileChannel begin() throws IOException {
        return OwnerFiles.open(name(0), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public synchronized void publish(LogRecord entry) {
        if (!isLoggable(entry)) {
            return;
        }
        try {
            var bytes = getFormatter().format(entry).getBytes(StandardCharsets.UTF_8);
            if (file.size() > 0 && file.size() + bytes.length > largest) {
                rotate();
            }
            OwnerFiles.write(file, bytes);
        } catch (IOException e) {
            reportError(null, e, ErrorManager.WRITE_FAILURE);
        }
    }

    private void rotate() throws IOException {
        file.close();
        for (int generation = kept - 1; generation > 0; generation--) {
            if (Files.exists(name(generation - 1))) {
                Files.move(name(generation - 1), name(generation), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        file = begin();
    }

    @Override
    public void flush() {
        // Each entry is written at once.
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
            lock.close();
            HELD.remove(lockFile);
        } catch (IOException e) {
            reportError(null, e, ErrorManager.CLOSE_FAILURE);
        }
    }
}

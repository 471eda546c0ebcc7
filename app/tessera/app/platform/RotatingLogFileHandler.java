package tessera.app.platform;

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
import tessera.file.OwnerOnlyFiles;

/**
 * A rotating log of a few files that only the user may read, unlike that of Java's own handler. Each program writes to files of its own.
 */
public final class RotatingLogFileHandler extends Handler {

    private static final int MOST_PROGRAMS = 100;
    /** The locks of this program: to look at one would give it up. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final int number;
    private final int largest;
    private final int generations;
    private final Path lockFile;
    private final FileChannel lock;
    private FileChannel file;

    private RotatingLogFileHandler(LogFileNumberLock numbered, int largest, int generations) throws IOException {
        folder = numbered.folder();
        number = numbered.slot();
        lockFile = numbered.lockFile();
        lock = numbered.lock();
        this.largest = largest;
        this.generations = generations;
        file = openChannel();
    }

    /** A locked number: the right to write its log files. */
    private record LogFileNumberLock(Path folder, int slot, Path lockFile, FileChannel lock) {}

    /**
     * Opens the log where the last program with the same number ended.
     *
     * @param largest in bytes, of each file
     * @param kept    number of files
     */
    public static RotatingLogFileHandler openNext(Path folder, int largest, int kept) throws IOException {
        OwnerOnlyFiles.createPrivateFolder(folder);
        for (int number = 0; number < MOST_PROGRAMS; number++) {
            var lockFile = folder.resolve("tessera-%d.lock".formatted(number));
            if (HELD.add(lockFile)) {
                var lock = OwnerOnlyFiles.open(lockFile, StandardOpenOption.CREATE);
                if (lock.tryLock() != null) {
                    return new RotatingLogFileHandler(new LogFileNumberLock(folder, number, lockFile, lock), largest,
                            kept);
                }
                lock.close();
                HELD.remove(lockFile);
            }
        }
        throw new IOException("too many processes");
    }

    private Path generationFile(int generation) {
        return folder.resolve("tessera-%d.%d.log".formatted(number, generation));
    }

    private FileChannel openChannel() throws IOException {
        return OwnerOnlyFiles.open(generationFile(0), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
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
            OwnerOnlyFiles.write(file, bytes);
        } catch (IOException e) {
            reportError(null, e, ErrorManager.WRITE_FAILURE);
        }
    }

    private void rotate() throws IOException {
        file.close();
        for (int generation = generations - 1; generation > 0; generation--) {
            if (Files.exists(generationFile(generation - 1))) {
                Files.move(generationFile(generation - 1), generationFile(generation),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        file = openChannel();
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

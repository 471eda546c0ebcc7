package tessera.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder for temporary files. Only its user can look into it, and it is gone when it is closed. Those of
 * programs that were killed are known by their lock, which nobody holds any more: whoever makes another removes them.
 */
public final class TemporaryFolder implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(TemporaryFolder.class.getName());
    private static final String PREFIX = "tessera-";
    private static final String LOCK = ".tessera.lock";
    /** What the file holds once it is locked: an empty one belongs to a program that is about to lock it. */
    private static final byte[] LOCKED = {'\n'};
    /** Those of this program: to look at the lock of one would give it up. */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    static {
        // Who is ended in the middle of something leaves nothing either.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("temporary folders")
                .unstarted(() -> OPEN.forEach(TemporaryFolder::removeTree)));
    }

    private final Path folder;
    private final FileChannel lock;

    private TemporaryFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Creates a folder, and removes those that ended programs left.
     *
     * @param purpose a word that is part of its name
     */
    public static TemporaryFolder create(String purpose) throws IOException {
        var folder = Files.createTempDirectory(PREFIX + purpose + "-");
        OPEN.add(folder);
        removeAbandoned(folder);
        try {
            var lock = OwnerOnlyFiles.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW);
            lock.lock();
            lock.write(ByteBuffer.wrap(LOCKED));
            return new TemporaryFolder(folder, lock);
        } catch (IOException e) {
            OPEN.remove(folder);
            removeTree(folder);
            throw e;
        }
    }

    public Path path() {
        return folder;
    }

    /** Removes folders that killed programs of this user left. */
    public static void removeAbandoned() {
        try (var _ = create("start")) {
            // It has been done by then.
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "no temporary folder can be made", e);
        }
    }

    /** @param own tells where they are and whose */
    private static void removeAbandoned(Path own) {
        try (var folders = Files.newDirectoryStream(own.resolveSibling("."), PREFIX + "*")) {
            var owner = Files.getOwner(own);
            for (var path : folders) {
                var left = own.resolveSibling(path.getFileName());
                if (!OPEN.contains(left) && Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(left, LinkOption.NOFOLLOW_LINKS).equals(owner)
                        && Files.isRegularFile(left.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
                    removeUnlessLocked(left);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.log(Level.DEBUG, "what others left beside {0} stays: {1}", own, e);
        }
    }

    private static void removeUnlessLocked(Path left) throws IOException {
        try (var lock = FileChannel.open(left.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (lock.tryLock() != null && lock.size() > 0) {
                removeTree(left);
            }
        }
    }

    /** Removes a folder; symbolic links are removed and not followed. */
    private static void removeTree(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.DEBUG, "not all of {0} could be removed: {1}", folder, e);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
        removeTree(folder);
        OPEN.remove(folder);
    }
}

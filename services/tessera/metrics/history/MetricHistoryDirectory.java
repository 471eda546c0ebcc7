package tessera.metrics.history;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.file.OwnerOnlyFiles;

/**
 * The segments of a directory and the lock to write those of one cluster, which only one program holds at a time. One
 * thread at a time.
 */
final class MetricHistoryDirectory implements AutoCloseable {

    private static final int NAME_BYTES = 16;
    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final String cluster;
    private final long mostBytes;
    private final FileChannel lock;
    private long bytes;

    private MetricHistoryDirectory(Path directory, String cluster, long mostBytes, FileChannel lock) {
        this.directory = directory;
        this.cluster = cluster;
        this.mostBytes = mostBytes;
        this.lock = lock;
    }

    /**
     * Acquires the lock to write the segments of a cluster; empty when another program holds it.
     *
     * @param cluster any text; it does not show in the names of files
     */
    static Optional<MetricHistoryDirectory> open(Path directory, String cluster, long mostBytes) throws IOException {
        OwnerOnlyFiles.createFolder(directory);
        var name = clusterHash(cluster);
        var lock = OwnerOnlyFiles.open(directory.resolve(name + ".lock"), StandardOpenOption.CREATE);
        try {
            FileLock held = lock.tryLock();
            if (held != null) {
                return Optional.of(new MetricHistoryDirectory(directory, name, mostBytes, lock));
            }
        } catch (OverlappingFileLockException _) {
            // This program has it.
        } catch (IOException e) {
            lock.close();
            throw e;
        }
        lock.close();
        return Optional.empty();
    }

    private static String clusterHash(String cluster) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(cluster.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing", e);
        }
    }

    /** Returns the segments of this cluster for a range of hours, the oldest first. */
    List<MetricHistoryFile> segmentsBetween(long firstHour, long lastHour) throws IOException {
        return listSegments().stream().filter(segment -> segment.cluster().equals(cluster) && !segment.damaged()
                && segment.hour() >= firstHour && segment.hour() <= lastHour).toList();
    }

    private List<MetricHistoryFile> listSegments() throws IOException {
        var found = new ArrayList<MetricHistoryFile>();
        try (var files = Files.newDirectoryStream(directory, "*.history*")) {
            files.forEach(file -> MetricHistoryFile.of(file).ifPresent(found::add));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(MetricHistoryFile.OLDEST_FIRST);
        return found;
    }

    /** Begins a segment behind the existing ones of an hour. */
    MetricHistorySegmentWriter beginSegment(long hour) throws IOException {
        int part = listSegments().stream()
                .filter(segment -> segment.cluster().equals(cluster) && segment.hour() == hour)
                .mapToInt(MetricHistoryFile::part).max().orElse(0) + 1;
        var segment = MetricHistoryFile.of(directory, cluster, hour, part);
        return new MetricHistorySegmentWriter(segment,
                OwnerOnlyFiles.open(segment.file(), StandardOpenOption.CREATE_NEW));
    }

    /**
     * Deletes the oldest segments of any cluster until a number of bytes is available.
     *
     * @param historyFile is not deleted
     * @throws IOException when there is no room without it
     */
    void makeRoom(long needed, @Nullable MetricHistoryFile historyFile) throws IOException {
        bytes += needed;
        if (bytes <= mostBytes && needed > 0) {
            return;
        }
        var all = listSegments();
        bytes = needed;
        for (var segment : all) {
            bytes += fileSize(segment.file());
        }
        for (var segment : all) {
            if (bytes > mostBytes && !segment.equals(historyFile)) {
                bytes -= fileSize(segment.file());
                Files.deleteIfExists(segment.file());
            }
        }
        if (bytes > mostBytes) {
            throw new IOException("limit of " + mostBytes + " bytes reached");
        }
    }

    private static long fileSize(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    /** Renames a damaged segment, so that it is not read again, and puts the sound part of it in its place. */
    void replaceDamaged(MetricHistoryFile segment, long sound) throws IOException {
        Files.move(segment.file(), segment.damagedFile(), StandardCopyOption.REPLACE_EXISTING);
        if (sound > MetricHistoryFileFormat.HEADER.length) {
            try (var from = Files.newInputStream(segment.damagedFile());
                    var to = Channels
                            .newOutputStream(OwnerOnlyFiles.open(segment.file(), StandardOpenOption.CREATE_NEW))) {
                long remaining = sound;
                while (remaining > 0) {
                    var some = from.readNBytes((int) Math.min(remaining, BUFFER));
                    if (some.length == 0) {
                        throw new EOFException("file shrank");
                    }
                    to.write(some);
                    remaining -= some.length;
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}

package tessera.metrics.history;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.flow.ThreadWakeSignal;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * Keeps a history across restarts, in files of a directory.
 *
 * <ul>
 *   <li><b>Source:</b> what a {@link FleetDeviceMetricHistory} keeps of all devices and of the fleet; not what it keeps of those in focus.
 *   <li><b>Shape:</b> a file for each hour, written at its end only; laid out as {@code Layout} says. About 20 bytes for
 *       a GPU and slot: 19 MB an hour for 8,000 GPUs. When there is no room the oldest files go first, whatever cluster
 *       they are of. Only the user may read them.
 *   <li><b>Errors:</b> are told once each; the history goes on in memory. Of a damaged file what comes before the damage
 *       is used and the file is kept aside. What could not be written is missing later, and nothing else.
 *   <li><b>Threads:</b> one of its own, which writes; any may read. Opening waits for the disk.
 * </ul>
 */
public final class MetricHistoryDiskStore implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricHistoryDiskStore.class);
    private static final int LONGEST_DAYS = 7;
    private static final int LEAST_PARTS = 8;

    private final DeviceAndFleetMetricSeries tracks;
    private final Path directory;
    private final MetricHistoryStorageSettings settings;
    private final Set<HistoryStorageProblem> reportedProblems = EnumSet.noneOf(HistoryStorageProblem.class);
    private final ThreadWakeSignal end = new ThreadWakeSignal();
    private final Thread thread;
    private @Nullable MetricHistoryDirectory segments;
    private @Nullable MetricHistorySegmentWriter writer;
    private volatile boolean stored;
    private volatile boolean closed;

    /** A category of disk problem. */
    private enum HistoryStorageProblem implements Reason {
        TAKEN,
        UNREADABLE,
        DAMAGED,
        UNWRITABLE
    }

    private MetricHistoryDiskStore(DeviceAndFleetMetricSeries tracks, Path directory,
            MetricHistoryStorageSettings settings) {
        this.tracks = tracks;
        this.directory = directory;
        this.settings = settings;
        thread = Thread.ofPlatform().daemon().name("history").unstarted(this::writeLoop);
    }

    /**
     * Loads the stored measurements of the last hours into a history and stores new ones from now on. Where a program already
     * stores the history of this cluster, nothing is loaded or stored.
     *
     * @param directory is made when it is missing; may be shared by clusters
     * @param cluster   whose history it is; any text
     */
    public static MetricHistoryDiskStore open(FleetDeviceMetricHistory history, Path directory, String cluster,
            MetricHistoryStorageSettings settings) {
        var store = new MetricHistoryDiskStore(history.tracks(), directory, settings);
        if (store.openSegments(cluster)) {
            store.thread.start();
        }
        return store;
    }

    private synchronized boolean openSegments(String cluster) {
        try {
            var opened = MetricHistoryDirectory.open(directory, cluster, settings.mostBytes());
            if (opened.isEmpty()) {
                reportProblem(HistoryStorageProblem.TAKEN, MESSAGES.text("taken", directory));
                return false;
            }
            segments = opened.get();
            stored = true;
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNWRITABLE, e.toString());
            return false;
        }
        long now = HistoryTimeSlotNumbering.slotAt(settings.clock().instant());
        readHours(now - tracks.slotCount() + 1, now, tracks::restoreSlot);
        return true;
    }

    /** Returns whether measurements outlast the program, as far as is known. */
    public boolean isPersistent() {
        return stored;
    }

    /**
     * Reads the stored measurements of some devices and of the fleet; the last minute may be missing. Waits for the
     * disk.
     *
     * @param from at most seven days before the end
     */
    public synchronized ReadableMetricHistory readOlder(Set<DeviceSeriesKey> devices, Instant from, Instant to) {
        long last = HistoryTimeSlotNumbering.slotAt(to);
        long first = Math.max(HistoryTimeSlotNumbering.slotAt(from),
                last - LONGEST_DAYS * 24L * HistoryTimeSlotNumbering.HOUR + 1);
        var metricSeries = new DeviceAndFleetMetricSeries(
                (int) Math.max(1, HistoryTimeSlotNumbering.hourOf(last - first) + 1), Integer.MAX_VALUE);
        readHours(first, last, (device, slot, columns) -> {
            if (device.equals(DeviceAndFleetMetricSeries.ALL) || devices.contains(device)) {
                metricSeries.restoreSlot(device, slot, columns);
            }
        });
        return metricSeries;
    }

    private void readHours(long first, long last, DeviceAndFleetMetricSeries.DeviceSlotConsumer taker) {
        var from = segments;
        if (from == null) {
            return;
        }
        try {
            for (var segment : from.segmentsBetween(HistoryTimeSlotNumbering.hourOf(first),
                    HistoryTimeSlotNumbering.hourOf(last))) {
                readSegment(from, segment, (device, slot, columns) -> {
                    if (slot >= first && slot <= last) {
                        taker.acceptSlot(device, slot, columns);
                    }
                });
            }
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNREADABLE, e.toString());
        }
    }

    private void readSegment(MetricHistoryDirectory from, MetricHistoryFile segment,
            DeviceAndFleetMetricSeries.DeviceSlotConsumer taker) {
        try {
            var extent = MetricHistoryFileReader.read(segment.file(), taker);
            if (extent.damage() != null) {
                reportProblem(HistoryStorageProblem.DAMAGED, MESSAGES.text("damaged", segment.file(), extent.damage()));
                replaceDamaged(from, segment, extent.sound());
            }
        } catch (NoSuchFileException _) {
            // Another program made room.
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNREADABLE, e.toString());
        }
    }

    private void replaceDamaged(MetricHistoryDirectory from, MetricHistoryFile segment, long sound) {
        if (writer != null && writer.segment().equals(segment)) {
            endSegment();
        }
        try {
            from.replaceDamaged(segment, sound);
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNWRITABLE, e.toString());
        }
    }

    private void writeLoop() {
        try {
            long heard = end.ringCount();
            while (!closed) {
                end.pause(settings.pause(), heard);
                writePending();
            }
        } catch (InterruptedException _) {
            // Ends as if it were closed.
        }
        closeSegments();
    }

    /** Stores new measurements. */
    synchronized void writePending() {
        var to = segments;
        if (to == null) {
            return;
        }
        var changed = new TreeMap<Long, Map<DeviceSeriesKey, float[]>>();
        tracks.drainChanges((device, slot, columns) -> addChange(device, slot, columns, changed));
        try {
            for (var slot : changed.entrySet()) {
                writeSlot(to, slot.getKey(), slot.getValue());
            }
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNWRITABLE, e.toString());
            endSegment();
        }
    }

    private static void addChange(DeviceSeriesKey device, long slot, float[] columns,
            NavigableMap<Long, Map<DeviceSeriesKey, float[]>> changed) {
        changed.computeIfAbsent(slot, _ -> new LinkedHashMap<>()).put(device, columns);
    }

    private void writeSlot(MetricHistoryDirectory to, long slot, Map<DeviceSeriesKey, float[]> entries)
            throws IOException {
        long hour = HistoryTimeSlotNumbering.hourOf(slot);
        // Small parts, so that there is always an old one to delete when there is no room.
        if (writer != null && (writer.segment().hour() != hour || writer.size() > settings.mostBytes() / LEAST_PARTS)) {
            endSegment();
        }
        var current = writer;
        if (current == null) {
            to.makeRoom(0, null);
            current = to.beginSegment(hour);
            writer = current;
        }
        var frame = current.encodeFrame(slot, entries);
        to.makeRoom(frame.remaining(), current.segment());
        current.write(frame);
    }

    private void endSegment() {
        var ended = writer;
        writer = null;
        try {
            if (ended != null) {
                ended.close();
            }
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNWRITABLE, e.toString());
        }
    }

    private synchronized void closeSegments() {
        writePending();
        endSegment();
        var left = segments;
        segments = null;
        stored = false;
        try {
            if (left != null) {
                left.close();
            }
        } catch (IOException e) {
            reportProblem(HistoryStorageProblem.UNWRITABLE, e.toString());
        }
    }

    private void reportProblem(HistoryStorageProblem diskProblem, String text) {
        if (diskProblem == HistoryStorageProblem.UNWRITABLE) {
            stored = false;
        }
        if (reportedProblems.add(diskProblem)) {
            settings.problemListener()
                    .accept(Problem.of(diskProblem == HistoryStorageProblem.DAMAGED ? OperationProblemKind.GARBLED
                            : OperationProblemKind.CONFIGURATION, diskProblem).withDetail(text));
        }
    }

    /** Stores what is left and waits until the disk has it. */
    @Override
    public void close() {
        closed = true;
        end.ring();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

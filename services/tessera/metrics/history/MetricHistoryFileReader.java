package tessera.metrics.history;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.HistoryFileDamage.FrameDamage;
import tessera.metrics.history.HistoryFileDamage.VersionUnsupported;

/** Reads a segment as far as it is sound. One thread. */
final class MetricHistoryFileReader {

    private static final int BUFFER = 1 << 16;

    private final DeviceAndFleetMetricSeries.DeviceSlotConsumer taker;
    private final List<DeviceSeriesKey> devices = new ArrayList<>();
    private final float[] columns = new float[Byte.SIZE];
    private long sound;

    /**
     * The extent to which a segment could be read.
     *
     * @param sound  bytes up to the first damage
     * @param damage what is wrong after these; null when nothing is
     */
    record HistorySegmentIntegrity(long sound, @Nullable HistoryFileDamage damage) {}

    private MetricHistoryFileReader(DeviceAndFleetMetricSeries.DeviceSlotConsumer taker) {
        this.taker = taker;
    }

    /**
     * Passes on the content of a segment, in the order in which it was written.
     *
     * @throws IOException when the file cannot be read; damage is no exception
     */
    static HistorySegmentIntegrity read(Path file, DeviceAndFleetMetricSeries.DeviceSlotConsumer taker)
            throws IOException {
        try (var in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            var reader = new MetricHistoryFileReader(taker);
            var damage = reader.framesProblem(in);
            return new HistorySegmentIntegrity(reader.sound, damage);
        }
    }

    private @Nullable HistoryFileDamage framesProblem(InputStream in) throws IOException {
        var header = in.readNBytes(MetricHistoryFileFormat.HEADER.length);
        if (!Arrays.equals(header, MetricHistoryFileFormat.HEADER)) {
            int version = MetricHistoryFileFormat.HEADER.length - 1;
            if (header.length > version
                    && Arrays.equals(header, 0, version, MetricHistoryFileFormat.HEADER, 0, version)) {
                return new VersionUnsupported(header[version]);
            }
            return FrameDamage.HEADER;
        }
        sound = header.length;
        while (true) {
            var head = in.readNBytes(MetricHistoryFileFormat.FRAME_HEAD);
            if (head.length == 0) {
                return null;
            }
            if (head.length < MetricHistoryFileFormat.FRAME_HEAD) {
                return FrameDamage.TRUNCATED;
            }
            var numbers = ByteBuffer.wrap(head);
            var damage = frameProblem(in, numbers.getInt(), numbers.getInt());
            if (damage != null) {
                return damage;
            }
        }
    }

    private @Nullable HistoryFileDamage frameProblem(InputStream in, int length, int sum) throws IOException {
        if (length <= 0 || length > MetricHistoryFileFormat.LONGEST) {
            return FrameDamage.LENGTH;
        }
        var content = in.readNBytes(length);
        if (content.length < length) {
            return FrameDamage.TRUNCATED;
        }
        var crc = new CRC32C();
        crc.update(content);
        if ((int) crc.getValue() != sum) {
            return FrameDamage.CHECKSUM;
        }
        try {
            decodeFrame(ByteBuffer.wrap(content));
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException _) {
            return FrameDamage.LAYOUT;
        }
        sound += MetricHistoryFileFormat.FRAME_HEAD + length;
        return null;
    }

    private void decodeFrame(ByteBuffer content) {
        long slot = content.getLong();
        for (int i = MetricHistoryFileFormat.readVarint(content); i > 0; i--) {
            devices.add(new DeviceSeriesKey(MetricHistoryFileFormat.readText(content),
                    MetricHistoryFileFormat.readText(content), MetricHistoryFileFormat.readVarint(content) - 1));
        }
        for (int i = MetricHistoryFileFormat.readVarint(content); i > 0; i--) {
            var device = devices.get(MetricHistoryFileFormat.readVarint(content));
            int mask = content.get();
            for (int column = 0; column < columns.length; column++) {
                columns[column] = (mask >> column & 1) == 1 ? content.getFloat() : Float.NaN;
            }
            taker.acceptSlot(device, slot, columns);
        }
    }
}

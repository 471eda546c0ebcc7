package tessera.metrics.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** Writes one segment, frame by frame at its end. One thread at a time. */
final class MetricHistorySegmentWriter implements AutoCloseable {

    private final MetricHistoryFile segment;
    private final FileChannel channel;
    private final Map<DeviceSeriesKey, Integer> numbers = new HashMap<>();
    private long size;

    /** @param channel of an empty file */
    MetricHistorySegmentWriter(MetricHistoryFile segment, FileChannel channel) {
        this.segment = segment;
        this.channel = channel;
    }

    MetricHistoryFile segment() {
        return segment;
    }

    long size() {
        return size;
    }

    /** Returns the next frame, with the file's header before the first. It must be written, or nothing more. */
    ByteBuffer encodeFrame(long slot, Map<DeviceSeriesKey, float[]> entries) {
        var names = new ByteArrayOutputStream();
        var values = new ByteArrayOutputStream();
        int known = numbers.size();
        entries.forEach((device, columns) -> {
            var number = numbers.get(device);
            if (number == null) {
                number = numbers.size();
                numbers.put(device, number);
                writeKey(names, device);
            }
            writeVarint(values, number);
            writeColumns(values, columns);
        });
        var content = new ByteArrayOutputStream(names.size() + values.size() + Long.BYTES * 2);
        content.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(slot).array());
        writeVarint(content, numbers.size() - known);
        content.writeBytes(names.toByteArray());
        writeVarint(content, entries.size());
        content.writeBytes(values.toByteArray());
        return wrapFrame(content.toByteArray());
    }

    private ByteBuffer wrapFrame(byte[] content) {
        var crc = new CRC32C();
        crc.update(content);
        var frame = ByteBuffer
                .allocate(MetricHistoryFileFormat.HEADER.length + MetricHistoryFileFormat.FRAME_HEAD + content.length);
        if (size == 0) {
            frame.put(MetricHistoryFileFormat.HEADER);
        }
        return frame.putInt(content.length).putInt((int) crc.getValue()).put(content).flip();
    }

    private static void writeKey(ByteArrayOutputStream into, DeviceSeriesKey device) {
        for (var text : List.of(device.node(), device.device())) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            writeVarint(into, bytes.length);
            into.writeBytes(bytes);
        }
        writeVarint(into, device.instance() + 1);
    }

    private static void writeColumns(ByteArrayOutputStream into, float[] columns) {
        int mask = 0;
        var floats = ByteBuffer.allocate(columns.length * Float.BYTES);
        for (int i = 0; i < columns.length; i++) {
            if (!Float.isNaN(columns[i])) {
                mask |= 1 << i;
                floats.putFloat(columns[i]);
            }
        }
        into.write(mask);
        into.write(floats.array(), 0, floats.position());
    }

    private static void writeVarint(ByteArrayOutputStream into, int number) {
        int left = number;
        while ((left & ~0x7f) != 0) {
            into.write((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        into.write(left);
    }

    /** Writes whole frames; a frame that cannot be written whole is truncated again as far as possible. */
    void write(ByteBuffer frame) throws IOException {
        int length = frame.remaining();
        try {
            while (frame.hasRemaining()) {
                channel.write(frame);
            }
            size += length;
        } catch (IOException e) {
            try {
                channel.truncate(size);
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            channel.force(true);
        }
        if (size == 0) {
            Files.deleteIfExists(segment.file());
        }
    }
}

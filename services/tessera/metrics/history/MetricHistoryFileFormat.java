package tessera.metrics.history;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The layout of segment files, version 1. A file begins with {@link #HEADER}. Frames follow, each of the length of its
 * content (4 bytes), the content's CRC32C (4 bytes) and the content:
 *
 * <pre>
 * slot                 8 bytes
 * devices              count, then of each: node, device (length and UTF-8), instance + 1
 * entries              count, then of each: number of the device in this file, mask, a float for every bit of the mask
 * </pre>
 *
 * Counts, lengths and numbers are of variable length, seven bits a byte. Devices are numbered in the order in which
 * they occur in the file. Nothing else is written: names of nodes, UUIDs of devices and numbers.
 */
final class MetricHistoryFileFormat {

    static final byte[] HEADER = "TESSERAHISTORY\n\1".getBytes(StandardCharsets.US_ASCII);
    static final int FRAME_HEAD = 8;
    /** No frame is longer; a length beyond is damage. */
    static final int LONGEST = 1 << 26;

    private MetricHistoryFileFormat() {}

    static int readVarint(ByteBuffer from) {
        int number = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int bits = from.get();
            number |= (bits & 0x7f) << shift;
            if (bits >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("unterminated number");
    }

    static String readText(ByteBuffer from) {
        int length = readVarint(from);
        if (length < 0 || length > from.remaining()) {
            throw new IllegalArgumentException("unterminated text");
        }
        var bytes = new byte[length];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

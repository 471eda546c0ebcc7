package tessera.filecopy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes an archive as POSIX has it, with extensions where names or sizes need them. For one thread. */
final class TarWriter {

    private static final int BLOCK = TarReader.BLOCK;
    /** What programs read at once, and some wait for. */
    private static final int RECORD = 20 * BLOCK;
    private static final long MOST_IN_OCTAL = 0_77777777777L;
    private static final int NAME = 100;

    private final OutputStream out;
    private long written;
    private long left;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /** Begins a thing; as many bytes as it says must follow. */
    void begin(TarEntry entry) throws IOException {
        var extensions = new StringBuilder();
        extend(extensions, "path", entry.name(), exceeds(entry.name()));
        extend(extensions, "linkpath", entry.target(), exceeds(entry.target()));
        extend(extensions, "size", Long.toString(entry.size()), entry.size() > MOST_IN_OCTAL);
        if (!extensions.isEmpty()) {
            var bytes = extensions.toString().getBytes(StandardCharsets.UTF_8);
            send(head("PaxHeader", 'x', bytes.length, entry, ""));
            send(bytes);
            pad(BLOCK);
        }
        send(head(entry.name(), entry.type().flag(), entry.size(), entry, entry.target()));
        left = entry.size();
    }

    private static boolean exceeds(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length > NAME;
    }

    private static void extend(StringBuilder extensions, String key, String value, boolean needed) {
        if (needed) {
            int bare = key.length() + value.getBytes(StandardCharsets.UTF_8).length + 3;
            // The length counts its own digits, of which there may be one more for that.
            int length = bare + Integer.toString(bare + Integer.toString(bare).length()).length();
            extensions.append(length).append(' ').append(key).append('=').append(value).append('\n');
        }
    }

    private static byte[] head(String name, char flag, long size, TarEntry entry, String target) {
        var head = new byte[BLOCK];
        put(head, 0, NAME, name);
        octal(head, 100, 8, entry.mode());
        octal(head, 108, 8, 0);
        octal(head, 116, 8, 0);
        octal(head, 124, 12, Math.min(size, MOST_IN_OCTAL));
        octal(head, 136, 12, Math.clamp(entry.modified().getEpochSecond(), 0, MOST_IN_OCTAL));
        head[156] = (byte) flag;
        put(head, 157, NAME, target);
        put(head, 257, 6, "ustar");
        put(head, 263, 2, "00");
        long sum = 8 * ' ';
        for (var each : head) {
            sum += each & 0xff;
        }
        octal(head, 148, 7, sum);
        head[155] = ' ';
        return head;
    }

    private static void put(byte[] head, int at, int room, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, head, at, Math.min(room, bytes.length));
    }

    private static void octal(byte[] head, int at, int room, long number) {
        var digits = Long.toOctalString(number);
        put(head, at, room, "0".repeat(Math.max(0, room - 1 - digits.length())) + digits);
    }

    /** Content of what was begun last. */
    void write(byte[] bytes, int from, int length) throws IOException {
        if (length > left) {
            throw new IllegalArgumentException("more than was announced");
        }
        left -= length;
        out.write(bytes, from, length);
        written += length;
        if (left == 0) {
            pad(BLOCK);
        }
    }

    /** Ends the archive, and fills the last record. */
    void finish() throws IOException {
        send(new byte[2 * BLOCK]);
        pad(RECORD);
        out.flush();
    }

    private void send(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    private void pad(int to) throws IOException {
        send(new byte[(int) ((to - written % to) % to)]);
    }
}

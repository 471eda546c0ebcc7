package tessera.filecopy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A writer of POSIX tar archives, with pax headers where names or sizes need them. For one thread. */
public final class TarWriter {

    private static final int BLOCK = TarReader.BLOCK;
    /** What programs read at once, and some wait for. */
    private static final int RECORD = 20 * BLOCK;
    private static final long MOST_IN_OCTAL = 0_77777777777L;
    private static final int NAME = 100;

    private final OutputStream out;
    private long written;
    private long remaining;

    public TarWriter(OutputStream out) {
        this.out = out;
    }

    /** Begins an entry; exactly its size in bytes must follow. */
    public void begin(TarEntry entry) throws IOException {
        var extensions = new StringBuilder();
        addPaxRecord(extensions, "path", entry.name(), needsPaxHeader(entry.name()));
        addPaxRecord(extensions, "linkpath", entry.target(), needsPaxHeader(entry.target()));
        addPaxRecord(extensions, "size", Long.toString(entry.size()), entry.size() > MOST_IN_OCTAL);
        if (!extensions.isEmpty()) {
            var bytes = extensions.toString().getBytes(StandardCharsets.UTF_8);
            send(buildHeader("PaxHeader", 'x', bytes.length, entry, ""));
            send(bytes);
            padTo(BLOCK);
        }
        send(buildHeader(entry.name(), entry.type().flag(), entry.size(), entry, entry.target()));
        remaining = entry.size();
    }

    private static boolean needsPaxHeader(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length > NAME;
    }

    private static void addPaxRecord(StringBuilder extensions, String key, String value, boolean needed) {
        if (needed) {
            int bare = key.length() + value.getBytes(StandardCharsets.UTF_8).length + 3;
            // The length counts its own digits, of which there may be one more for that.
            int length = bare + Integer.toString(bare + Integer.toString(bare).length()).length();
            extensions.append(length).append(' ').append(key).append('=').append(value).append('\n');
        }
    }

    private static byte[] buildHeader(String name, char flag, long size, TarEntry entry, String target) {
        var head = new byte[BLOCK];
        putText(head, 0, NAME, name);
        putOctal(head, 100, 8, entry.mode());
        putOctal(head, 108, 8, 0);
        putOctal(head, 116, 8, 0);
        putOctal(head, 124, 12, Math.min(size, MOST_IN_OCTAL));
        putOctal(head, 136, 12, Math.clamp(entry.modified().getEpochSecond(), 0, MOST_IN_OCTAL));
        head[156] = (byte) flag;
        putText(head, 157, NAME, target);
        putText(head, 257, 6, "ustar");
        putText(head, 263, 2, "00");
        long sum = 8 * ' ';
        for (var each : head) {
            sum += each & 0xff;
        }
        putOctal(head, 148, 7, sum);
        head[155] = ' ';
        return head;
    }

    private static void putText(byte[] head, int at, int room, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, head, at, Math.min(room, bytes.length));
    }

    private static void putOctal(byte[] head, int at, int room, long number) {
        var digits = Long.toOctalString(number);
        putText(head, at, room, "0".repeat(Math.max(0, room - 1 - digits.length())) + digits);
    }

    /** Writes content of the current entry. */
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length > remaining) {
            throw new IllegalArgumentException("too long");
        }
        remaining -= length;
        out.write(bytes, from, length);
        written += length;
        if (remaining == 0) {
            padTo(BLOCK);
        }
    }

    /** Ends the archive, and fills the last record. */
    public void finish() throws IOException {
        send(new byte[2 * BLOCK]);
        padTo(RECORD);
        out.flush();
    }

    private void send(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    private void padTo(int to) throws IOException {
        send(new byte[(int) ((to - written % to) % to)]);
    }
}

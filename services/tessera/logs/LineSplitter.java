package tessera.logs;

import java.io.IOException;
import java.io.InputStream;

/** Takes a stream of bytes apart into lines with their stamps, in bounded memory however long a line is. */
final class LineSplitter {

    /** A longer line comes in parts. */
    static final int LONGEST = 64 << 10;

    private final byte[] buffer = new byte[2 * LONGEST];
    private final LogTimestamp stamp = new LogTimestamp();
    private final Parts parts;
    private int start;
    private int filled;
    /** Whether the bytes at the start go on with a line of which a part was handed on. */
    private boolean within;

    /** Takes parts of lines. */
    interface Parts {

        /** A line begins; its parts follow. */
        void begin(long nanos);

        /**
         * A part of the line that began. The bytes are lent.
         *
         * @param ends whether the line is complete with it
         */
        void part(byte[] bytes, int start, int length, boolean ends);
    }

    LineSplitter(Parts parts) {
        this.parts = parts;
    }

    /**
     * Reads to the end. What comes last is a line, too, if the stream ended well.
     *
     * @throws IOException when it was cut; what was not complete is left out
     */
    void read(InputStream stream) throws IOException {
        start = 0;
        filled = 0;
        within = false;
        while (true) {
            makeRoom();
            int read = stream.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                break;
            }
            int from = filled;
            filled += read;
            lines(from);
        }
        if (filled > start || within) {
            hand(filled, true);
        }
    }

    private void makeRoom() {
        if (filled - start >= LONGEST) {
            int most = start + LONGEST;
            // Not inside a character.
            while (most > start + 1 && most < filled && (buffer[most] & 0xc0) == 0x80) {
                most--;
            }
            hand(most, false);
            start = most;
            within = true;
        }
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            start = 0;
        }
    }

    private void lines(int from) {
        for (int at = from; at < filled; at++) {
            if (buffer[at] == '\n') {
                hand(at, true);
                within = false;
                start = at + 1;
            }
        }
    }

    private void hand(int end, boolean ends) {
        int text = start;
        if (!within) {
            stamp.read(buffer, start, end);
            text += stamp.length();
            parts.begin(stamp.nanos());
        }
        parts.part(buffer, text, end - text, ends);
    }
}

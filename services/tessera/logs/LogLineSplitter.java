package tessera.logs;

import java.io.IOException;
import java.io.InputStream;

/** Splits a stream of bytes into lines with timestamps, in bounded memory however long a line is. */
final class LogLineSplitter {

    /** A longer line comes in parts. */
    static final int LONGEST = 64 << 10;

    private final byte[] buffer = new byte[2 * LONGEST];
    private final LogTimestampParser stamp = new LogTimestampParser();
    private final LinePartConsumer linePartConsumer;
    private int start;
    private int filled;
    /** Whether the bytes at the start go on with a line of which a part was handed on. */
    private boolean continuing;

    /** A consumer of parts of lines. */
    interface LinePartConsumer {

        /** Begins a line; its parts follow. */
        void beginLine(long nanos);

        /**
         * Accepts a part of the line that began. The bytes are lent.
         *
         * @param ends whether the line is complete with it
         */
        void acceptPart(byte[] bytes, int start, int length, boolean ends);
    }

    LogLineSplitter(LinePartConsumer linePartConsumer) {
        this.linePartConsumer = linePartConsumer;
    }

    /**
     * Reads the stream to its end. What comes last is a line, too, if the stream ended well.
     *
     * @throws IOException when it was cut; what was not complete is left out
     */
    void read(InputStream stream) throws IOException {
        start = 0;
        filled = 0;
        continuing = false;
        while (true) {
            makeRoom();
            int read = stream.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                break;
            }
            int from = filled;
            filled += read;
            splitLines(from);
        }
        if (filled > start || continuing) {
            emitPart(filled, true);
        }
    }

    private void makeRoom() {
        if (filled - start >= LONGEST) {
            int maximum = start + LONGEST;
            // Not inside a character.
            while (maximum > start + 1 && maximum < filled && (buffer[maximum] & 0xc0) == 0x80) {
                maximum--;
            }
            emitPart(maximum, false);
            start = maximum;
            continuing = true;
        }
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            start = 0;
        }
    }

    private void splitLines(int from) {
        for (int at = from; at < filled; at++) {
            if (buffer[at] == '\n') {
                emitPart(at, true);
                continuing = false;
                start = at + 1;
            }
        }
    }

    private void emitPart(int end, boolean ends) {
        int text = start;
        if (!continuing) {
            stamp.read(buffer, start, end);
            text += stamp.length();
            linePartConsumer.beginLine(stamp.epochNanos());
        }
        linePartConsumer.acceptPart(buffer, text, end - text, ends);
    }
}

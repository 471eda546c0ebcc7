package tessera.logs;

import java.nio.ByteBuffer;

/** A consumer of log lines, in the order in which they come. Called by several threads, one a container. */
public interface LogLineConsumer {

    /**
     * A line, or a part of one that is very long. Its bytes are only lent for the call.
     *
     * @param origin    which container it is of, by its place in what is read
     * @param nanos     when it was written, since the epoch; {@link LogLine#TIMELESS} where nobody says
     * @param continues whether it goes on with the piece before
     * @param ends      whether the line ends with it
     */
    record LogLinePart(int origin, long nanos, boolean continues, boolean ends, ByteBuffer text) {}

    void acceptLine(LogLinePart part);

    /** Accepts a note about this place in the log, such as that it was cut here. */
    void acceptNote(int origin, String text);
}

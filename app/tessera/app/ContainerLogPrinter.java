package tessera.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.logs.AnsiText;
import tessera.logs.LogLine;
import tessera.logs.LogLineConsumer;
import tessera.logs.LogSearchPattern;
import tessera.model.SanitizedText;

/**
 * Prints log lines as they come. What a terminal would obey is left out as far as is wanted, even where there is none, as
 * what is printed may be shown on one in the end.
 */
final class ContainerLogPrinter implements LogLineConsumer {

    private static final long SECOND = 1_000_000_000L;

    private final PrintWriter out;
    private final PrintWriter err;
    private final LogPrintOptions looks;
    private final List<String> containers;
    private Runnable ended = () -> {};
    /** Of which container a long line is being printed; -1 for none. */
    private int within = -1;

    /**
     * Format of printed log lines.
     *
     * @param grep   only lines that have it
     * @param style  how much of a line that a terminal would obey is kept
     * @param flushEachLine whether every line is to be seen before the next comes
     */
    record LogPrintOptions(boolean timestamps, Optional<LogSearchPattern> grep, AllowedTerminalEscapes style,
            boolean flushEachLine) {}

    /** The escapes that a terminal may obey in log lines. */
    enum AllowedTerminalEscapes {
        /** Nothing. */
        TEXT,
        /** Colours and faces. */
        COLOURS,
        /** All of it. */
        RAW
    }

    /** @param containers by place; they are named before each line where there are several */
    ContainerLogPrinter(PrintWriter out, PrintWriter err, LogPrintOptions looks, List<String> containers) {
        this.out = out;
        this.err = err;
        this.looks = looks;
        this.containers = containers;
    }

    /** Sets an action for when standard output is closed. */
    synchronized void whenRefused(Runnable action) {
        ended = action;
    }

    @Override
    public synchronized void acceptLine(LogLinePart piece) {
        var raw = StandardCharsets.UTF_8.decode(piece.text().duplicate()).toString();
        if (looks.grep().isPresent() && !looks.grep().get().matchesLine(AnsiText.plainText(raw))) {
            return;
        }
        if (within >= 0 && !(within == piece.origin() && piece.continues())) {
            out.print('\n');
        }
        if (!(within == piece.origin() && piece.continues())) {
            printPrefix(piece);
        }
        out.print(switch (looks.style()) {
            case TEXT -> AnsiText.plainText(raw);
            case COLOURS -> AnsiText.forTerminal(raw);
            case RAW -> raw;
        });
        within = piece.ends() ? -1 : piece.origin();
        if (piece.ends()) {
            out.print('\n');
        }
        if (looks.flushEachLine() && out.checkError()) {
            ended.run();
        }
    }

    private void printPrefix(LogLinePart piece) {
        if (containers.size() > 1) {
            out.print("[" + SanitizedText.singleLine(containers.get(piece.origin())) + "] ");
        }
        if (looks.timestamps() && piece.nanos() != LogLine.TIMELESS) {
            out.print(Instant.ofEpochSecond(Math.floorDiv(piece.nanos(), SECOND),
                    Math.floorMod(piece.nanos(), SECOND)));
            out.print(' ');
        }
    }

    @Override
    public synchronized void acceptNote(int origin, String text) {
        out.flush();
        err.println("tessera: " + (containers.size() > 1 ? containers.get(origin) + ": " : "") + text);
        err.flush();
    }
}

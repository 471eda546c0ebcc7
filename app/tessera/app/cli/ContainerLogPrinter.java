package tessera.app.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.logs.AnsiText;
import tessera.logs.LogLine;
import tessera.logs.LogLineConsumer;
import tessera.logs.LogSearchPattern;
import tessera.model.ForeignTextSanitizer;

/**
 * Prints log lines as they come. What a terminal would obey is left out as far as is wanted, even where there is none, as
 * what is printed may be shown on one in the end.
 */
final class ContainerLogPrinter implements LogLineConsumer {

    private static final long SECOND = 1_000_000_000L;

    private final PrintWriter out;
    private final PrintWriter err;
    private final LogPrintOptions printOptions;
    private final List<String> containers;
    private Runnable onEnd = () -> {};
    /** Of which container a long line is being printed; -1 for none. */
    private int openLineOrigin = -1;

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
    ContainerLogPrinter(PrintWriter out, PrintWriter err, LogPrintOptions printOptions, List<String> containers) {
        this.out = out;
        this.err = err;
        this.printOptions = printOptions;
        this.containers = containers;
    }

    /** Sets an action for when standard output is closed. */
    synchronized void whenRefused(Runnable action) {
        onEnd = action;
    }

    @Override
    public synchronized void acceptLine(LogLinePart part) {
        var raw = StandardCharsets.UTF_8.decode(part.text().duplicate()).toString();
        if (printOptions.grep().isPresent() && !printOptions.grep().get().matchesLine(AnsiText.plainText(raw))) {
            return;
        }
        if (openLineOrigin >= 0 && !(openLineOrigin == part.origin() && part.continues())) {
            out.print('\n');
        }
        if (!(openLineOrigin == part.origin() && part.continues())) {
            printPrefix(part);
        }
        out.print(switch (printOptions.style()) {
            case TEXT -> AnsiText.plainText(raw);
            case COLOURS -> AnsiText.forTerminal(raw);
            case RAW -> raw;
        });
        openLineOrigin = part.ends() ? -1 : part.origin();
        if (part.ends()) {
            out.print('\n');
        }
        if (printOptions.flushEachLine() && out.checkError()) {
            onEnd.run();
        }
    }

    private void printPrefix(LogLinePart part) {
        if (containers.size() > 1) {
            out.print("[" + ForeignTextSanitizer.singleLine(containers.get(part.origin())) + "] ");
        }
        if (printOptions.timestamps() && part.nanos() != LogLine.TIMELESS) {
            out.print(Instant.ofEpochSecond(Math.floorDiv(part.nanos(), SECOND), Math.floorMod(part.nanos(), SECOND)));
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

package tessera.app.platform;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The terminal of this program by {@code stty}: switched to raw mode for a session, and restored afterwards.
 */
public final class LocalTerminal implements AutoCloseable {

    /** How often its size is looked at: that it changed is told to programs in ways that Java has none for. */
    private static final long LOOKS = 500;

    private final String before;
    private final Thread last;
    private volatile boolean closed;

    /** The size of a terminal. */
    record TerminalSize(int columns, int rows) {

        /** Parses the output of {@code stty size}, rows first; empty where it is malformed. */
        static Optional<TerminalSize> parse(String text) {
            var words = text.strip();
            if (!words.matches("[1-9][0-9]{0,4} [1-9][0-9]{0,4}")) {
                return Optional.empty();
            }
            int blank = words.indexOf(' ');
            return Optional.of(new TerminalSize(Integer.parseInt(words.substring(blank + 1)),
                    Integer.parseInt(words.substring(0, blank))));
        }
    }

    private LocalTerminal(String before) {
        this.before = before;
        last = new Thread(() -> restore(before), "terminal restore");
    }

    /** Takes the terminal over in raw mode; empty where there is none, or no stty. */
    public static Optional<LocalTerminal> takeOver() throws InterruptedException {
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            return Optional.empty();
        }
        var before = runStty("-g");
        if (before.isEmpty()) {
            return Optional.empty();
        }
        var terminal = new LocalTerminal(before.get());
        // However this program ends, the shell that it was started from is not left without an echo.
        Runtime.getRuntime().addShutdownHook(terminal.last);
        runStty("raw", "-echo");
        return Optional.of(terminal);
    }

    /** Reports its size now and after every change, until it is closed. */
    public void watchSize(BiConsumer<Integer, Integer> told) {
        Thread.ofVirtual().name("terminal size").start(() -> {
            var known = Optional.<TerminalSize>empty();
            try {
                while (!closed) {
                    var now = runStty("size").flatMap(TerminalSize::parse);
                    if (now.isPresent() && !now.equals(known)) {
                        told.accept(now.get().columns(), now.get().rows());
                        known = now;
                    }
                    Thread.sleep(LOOKS);
                }
            } catch (InterruptedException _) {
                // Nobody interrupts it but the end of the program.
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        restore(before);
        Runtime.getRuntime().removeShutdownHook(last);
    }

    private static void restore(String settings) {
        try {
            runStty(settings);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the output of stty for the terminal at standard input; empty where it is not there or fails. */
    private static Optional<String> runStty(String... words) throws InterruptedException {
        var command = new ArrayList<String>();
        command.add("stty");
        command.addAll(List.of(words));
        try {
            var process = new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (process.waitFor() == 0) {
                return Optional.of(said);
            }
            return Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}

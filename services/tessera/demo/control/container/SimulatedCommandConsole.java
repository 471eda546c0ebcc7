package tessera.demo.control.container;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedCommandStreams;

/**
 * The console of a command, connected to the client's streams. A terminal shows what is typed and obeys its control
 * keys. Whatever uses the console ends with the container. For one thread.
 */
final class SimulatedCommandConsole extends InputStream {

    /** The exit code of a program that was interrupted from the keyboard. */
    static final int INTERRUPTED = 130;
    /** The exit code of a program that was killed with its container. */
    private static final int KILLED = 137;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int PIECE = 32 << 10;
    private static final int INTERRUPT_KEY = 3;
    private static final int END_KEY = 4;
    private static final int BACKSPACE = 8;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    private final SimulatedCommandStreams streams;
    private final boolean stdin;
    private final boolean tty;
    private final double speed;
    private final BooleanSupplier running;
    private byte[] typed = new byte[0];
    private int at;
    private boolean inputEnded;

    /**
     * @param stdin   whether the client's input is read
     * @param tty     whether it is a terminal
     * @param speed   how many seconds of the cluster pass in one second
     * @param running whether the container still runs
     */
    SimulatedCommandConsole(SimulatedCommandStreams streams, boolean stdin, boolean tty, double speed,
            BooleanSupplier running) {
        this.streams = streams;
        this.stdin = stdin;
        this.tty = tty;
        this.speed = speed;
        this.running = running;
    }

    boolean isTerminal() {
        return tty;
    }

    String windowSize() {
        return streams.windowSize();
    }

    void printOutput(String text) throws IOException {
        writeOutput(text.getBytes(StandardCharsets.UTF_8));
    }

    void printError(String text) throws IOException {
        if (tty) {
            printOutput(text);
        } else {
            streams.writeError(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    void writeOutput(byte[] bytes) throws IOException {
        int from = 0;
        do {
            requireRunning();
            var piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PIECE));
            streams.writeOutput(tty ? withCarriageReturns(piece) : piece);
            from += PIECE;
        } while (from < bytes.length);
    }

    private static byte[] withCarriageReturns(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private void requireRunning() throws ProgramStopException {
        if (!running.getAsBoolean()) {
            throw new ProgramStopException(KILLED);
        }
    }

    /** Waits some of the cluster's time, unless the keyboard interrupts it. */
    void pause(Duration time) throws IOException, InterruptedException {
        long end = System.nanoTime() + (long) (time.toNanos() / speed);
        for (long rest = end - System.nanoTime(); rest > 0; rest = end - System.nanoTime()) {
            var step = LOOK.toNanos() < rest ? LOOK : Duration.ofNanos(rest);
            if (tty && stdin) {
                receiveInput(step);
                obeyInterrupt();
            } else {
                Thread.sleep(step);
            }
            requireRunning();
        }
    }

    /** Appends what is typed within a time to what has not been read yet. */
    private void receiveInput(Duration timeout) throws InterruptedException {
        var more = streams.readInput(timeout);
        inputEnded = more == null;
        if (more != null && more.length > 0) {
            var all = Arrays.copyOfRange(typed, at, typed.length + more.length);
            System.arraycopy(more, 0, all, typed.length - at, more.length);
            typed = all;
            at = 0;
        }
    }

    /** Ends the program if the interrupt key was typed, or whoever types has gone; forgets what was typed before. */
    private void obeyInterrupt() throws IOException {
        for (int key = typed.length - 1; key >= at; key--) {
            if (typed[key] == INTERRUPT_KEY) {
                at = key + 1;
                throw interrupt();
            }
        }
        if (inputEnded) {
            throw interrupt();
        }
    }

    private ProgramStopException interrupt() throws IOException {
        printOutput("^C\n");
        return new ProgramStopException(INTERRUPTED);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        try {
            while (at == typed.length) {
                if (!stdin || inputEnded) {
                    return -1;
                }
                receiveInput(LOOK);
                requireRunning();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("while waiting for input");
        }
        int count = Math.min(length, typed.length - at);
        System.arraycopy(typed, at, target, from, count);
        at += count;
        return count;
    }

    /** Reads a line without its end, as it is when the last key is typed; null at the end of the input. */
    @Nullable
    String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int key = read(); key >= 0; key = read()) {
            if (key == '\n' || (tty && key == '\r')) {
                if (tty) {
                    printOutput("\n");
                }
                return line.toString(StandardCharsets.UTF_8);
            }
            if (!tty) {
                line.write(key);
            } else if (key == END_KEY && line.size() == 0) {
                printOutput("exit\n");
                return null;
            } else {
                handleKey(key, line);
            }
        }
        return line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
    }

    private void handleKey(int key, ByteArrayOutputStream line) throws IOException {
        switch (key) {
            case INTERRUPT_KEY -> throw interrupt();
            case END_KEY -> {}
            case BACKSPACE, DELETE -> deleteCharacter(line);
            case ESCAPE -> skipKeySequence();
            default -> {
                line.write(key);
                writeOutput(new byte[] {(byte) key});
            }
        }
    }

    /** Deletes the last character, of one or more bytes. */
    private void deleteCharacter(ByteArrayOutputStream line) throws IOException {
        var text = line.toString(StandardCharsets.UTF_8);
        if (!text.isEmpty()) {
            line.reset();
            line.writeBytes(
                    text.substring(0, text.offsetByCodePoints(text.length(), -1)).getBytes(StandardCharsets.UTF_8));
            printOutput("\b \b");
        }
    }

    /** Skips what an arrow or function key sends. */
    private void skipKeySequence() throws IOException {
        int key = read();
        while (key == '[' || key == 'O' || (key >= '0' && key <= ';')) {
            key = read();
        }
    }

    /** Exception for the end of a program that did not end by itself. */
    static final class ProgramStopException extends InterruptedIOException {

        @Serial
        private static final long serialVersionUID = 1;
        private final int exitCode;

        ProgramStopException(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }
}

package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import tessera.demo.api.kubelet.SimulatedCommandStreams;

/**
 * The console of a command, connected to the client's streams.
 *
 * @param tty   whether it looks as on a terminal
 * @param speed how many seconds of the cluster pass in one second
 * @param reportedSize  the size of the client's window as it last told it; empty before
 */
record SimulatedCommandConsole(SimulatedCommandStreams terminal, boolean tty, double speed,
        AtomicReference<String> reportedSize,
        SimulatedProgramPauses pauses)
        implements
            SimulatedProgramInputOutput {

    static SimulatedCommandConsole of(SimulatedCommandStreams terminal, boolean tty, double speed) {
        var told = new AtomicReference<>("");
        terminal.onResize((columns, rows) -> told.set(rows + " " + columns));
        return new SimulatedCommandConsole(terminal, tty, speed, told, new SimulatedProgramPauses());
    }

    @Override
    public void printOutput(String text) throws IOException {
        write(terminal.stdout(), text);
    }

    @Override
    public void printError(String text) throws IOException {
        write(tty ? terminal.stdout() : terminal.stderr(), text);
    }

    @Override
    public void writeBytes(byte[] bytes) throws IOException {
        terminal.stdout().write(bytes);
    }

    private void write(OutputStream stream, String text) throws IOException {
        stream.write((tty ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InputStream input() {
        return terminal.stdin();
    }

    @Override
    public String terminalSize() {
        if (!tty) {
            return "";
        }
        if (reportedSize.get().isEmpty()) {
            return "24 80";
        }
        return reportedSize.get();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        pauses.pause(Duration.ofNanos((long) (time.toNanos() / speed)));
    }
}

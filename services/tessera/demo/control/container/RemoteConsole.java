package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import tessera.demo.api.kubelet.RemoteTerminal;

/**
 * The client's end of a command's streams.
 *
 * @param tty   whether it looks as on a terminal
 * @param speed how many seconds of the cluster pass in one second
 * @param told  the size of the client's window as it last told it; empty before
 */
record RemoteConsole(RemoteTerminal terminal, boolean tty, double speed, AtomicReference<String> told,
        ProgramPauses pauses)
        implements
            ProgramConsole {

    static RemoteConsole of(RemoteTerminal terminal, boolean tty, double speed) {
        var told = new AtomicReference<>("");
        terminal.onResize((columns, rows) -> told.set(rows + " " + columns));
        return new RemoteConsole(terminal, tty, speed, told, new ProgramPauses());
    }

    @Override
    public void out(String text) throws IOException {
        write(terminal.stdout(), text);
    }

    @Override
    public void err(String text) throws IOException {
        write(tty ? terminal.stdout() : terminal.stderr(), text);
    }

    @Override
    public void raw(byte[] bytes) throws IOException {
        terminal.stdout().write(bytes);
    }

    private void write(OutputStream stream, String text) throws IOException {
        stream.write((tty ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InputStream in() {
        return terminal.stdin();
    }

    @Override
    public String size() {
        return !tty ? "" : told.get().isEmpty() ? "24 80" : told.get();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        pauses.make(Duration.ofNanos((long) (time.toNanos() / speed)));
    }
}

package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * A console whose output is led elsewhere.
 *
 * @param silent       whether output is dropped
 * @param silentErrors whether errors are dropped
 * @param crossed      whether output goes where errors do
 * @param joined       whether errors go where output does
 */
record LedConsole(ProgramConsole console, boolean silent, boolean silentErrors, boolean crossed, boolean joined)
        implements
            ProgramConsole {

    /** @param ways as they stand in a command, e.g. {@code 2>&1} */
    static LedConsole of(ProgramConsole console, List<String> ways) {
        return new LedConsole(console, ways.contains(">/dev/null") || ways.contains("&>/dev/null"),
                ways.contains("2>/dev/null") || ways.contains("&>/dev/null"),
                ways.contains(">&2") || ways.contains("1>&2"), ways.contains("2>&1"));
    }

    @Override
    public void out(String text) throws IOException {
        if (crossed) {
            console.err(text);
        } else if (!silent) {
            console.out(text);
        }
    }

    @Override
    public void err(String text) throws IOException {
        if (joined) {
            out(text);
        } else if (!silentErrors) {
            console.err(text);
        }
    }

    @Override
    public void raw(byte[] bytes) throws IOException {
        if (crossed) {
            console.err(new String(bytes, StandardCharsets.UTF_8));
        } else if (!silent) {
            console.raw(bytes);
        }
    }

    @Override
    public InputStream in() {
        return console.in();
    }

    @Override
    public String size() {
        return console.size();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        console.pause(time);
    }

    @Override
    public ProgramPauses pauses() {
        return console.pauses();
    }
}

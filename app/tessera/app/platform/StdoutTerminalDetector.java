package tessera.app.platform;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Detector of a terminal behind standard output. */
public final class StdoutTerminalDetector {

    /** On Linux, what it is a link to tells. */
    static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

    private StdoutTerminalDetector() {}

    /**
     * Returns whether standard output may be a terminal that obeys escapes: false only where it is surely a file or pipe. A console is
     * one only if standard input is, too, and so says nothing when that is redirected.
     *
     * @param descriptor a link to where it goes, where the system has such a thing
     */
    public static boolean mayBeTerminal(Path descriptor) {
        try {
            var target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/") && !target.equals("/dev/null");
        } catch (IOException | UnsupportedOperationException unknown) {
            return true;
        }
    }

    /** Returns the same for this process, where a console settles it already. */
    public static boolean mayBeTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
                || mayBeTerminal(DESCRIPTOR);
    }
}

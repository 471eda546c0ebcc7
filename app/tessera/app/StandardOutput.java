package tessera.app;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where standard output goes. */
final class StandardOutput {

    /** On Linux, what it is a link to tells. */
    static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

    private StandardOutput() {}

    /**
     * Whether a terminal may obey what is printed: anywhere but where it is sure that a file or a program takes it. A console is
     * one only if standard input is, too, and so says nothing when that is redirected.
     *
     * @param descriptor a link to where it goes, where the system has such a thing
     */
    static boolean obeyed(Path descriptor) {
        try {
            var target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/") && !target.equals("/dev/null");
        } catch (IOException | UnsupportedOperationException unknown) {
            return true;
        }
    }

    /** The same, where a console tells enough already. */
    static boolean obeyed() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent() || obeyed(DESCRIPTOR);
    }
}

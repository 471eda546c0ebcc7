package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A shell that somebody types into. */
final class Prompt {

    private static final int INTERRUPT = 3;
    private static final int END = 4;
    private static final int BACKSPACE = 8;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    private final Programs programs;
    private final Shell shell;
    private final String name;
    private final boolean terminal;
    private final StringBuilder line = new StringBuilder();

    /** @param terminal whether what is typed must be echoed and asked for */
    Prompt(Programs programs, String name, boolean terminal) {
        this.programs = programs;
        this.name = name;
        this.terminal = terminal;
        shell = new Shell(programs, name);
    }

    /** Reads and obeys until the input ends or the shell is left. */
    int run(InputStream typed) throws IOException, InterruptedException {
        ask();
        int next = typed.read();
        while (next >= 0 && !shell.exited()) {
            if (terminal) {
                key(next, typed);
            } else if (next == '\n') {
                obey();
            } else {
                line.append((char) next);
            }
            next = shell.exited() ? -1 : typed.read();
        }
        if (!terminal && !shell.exited()) {
            obey();
        }
        return shell.last();
    }

    private void key(int key, InputStream typed) throws IOException, InterruptedException {
        switch (key) {
            case '\r', '\n' -> {
                programs.console().out("\n");
                obey();
            }
            case INTERRUPT -> {
                programs.console().out("^C\n");
                line.setLength(0);
                ask();
            }
            case END -> {
                if (line.isEmpty()) {
                    programs.console().out("exit\n");
                    shell.run("exit");
                }
            }
            case BACKSPACE, DELETE -> {
                if (!line.isEmpty()) {
                    line.setLength(line.length() - 1);
                    programs.console().out("\b \b");
                }
            }
            case ESCAPE -> {
                if (typed.read() == '[') {
                    typed.read();
                }
            }
            default -> {
                line.append((char) key);
                programs.console().out(Character.toString((char) key));
            }
        }
    }

    private void obey() throws IOException, InterruptedException {
        var said = new String(line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        line.setLength(0);
        shell.run(said);
        if (!shell.exited()) {
            ask();
        }
    }

    private void ask() throws IOException {
        if (terminal) {
            programs.console().out(name.equals("bash")
                    ? "root@" + programs.scene().host() + ":" + shell.folder() + "# "
                    : "# ");
        }
    }
}

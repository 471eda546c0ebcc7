package tessera.demo.control.container;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A shell that somebody types into. */
final class ShellPrompt {

    private static final int INTERRUPT = 3;
    private static final int END = 4;
    private static final int BACKSPACE = 8;
    private static final int CLEAR = 12;
    private static final int ERASE = 21;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    private final ContainerPrograms programs;
    private final ContainerShell shell;
    private final String name;
    private final boolean terminal;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ShellHistory recall = new ShellHistory();

    /** @param terminal whether what is typed must be echoed and asked for */
    ShellPrompt(ContainerPrograms programs, String name, boolean terminal) {
        this.programs = programs;
        this.name = name;
        this.terminal = terminal;
        shell = new ContainerShell(programs, name);
    }

    /** Reads and obeys until the input ends or the shell is left. */
    int run(InputStream typed) throws IOException, InterruptedException {
        return terminal ? converse(new TerminalKeyboard(typed, programs.console().pauses())) : read(typed);
    }

    private int read(InputStream typed) throws IOException, InterruptedException {
        for (int next = typed.read(); next >= 0 && !shell.exited(); next = shell.exited() ? -1 : typed.read()) {
            if (next == '\n') {
                obey();
            } else {
                line.write(next);
            }
        }
        if (!shell.exited()) {
            obey();
        }
        return shell.last();
    }

    private int converse(TerminalKeyboard keyboard) throws IOException, InterruptedException {
        keyboard.start();
        ask();
        while (!shell.exited()) {
            int next = keyboard.next();
            if (next < 0) {
                return shell.last();
            }
            key(next, keyboard);
        }
        return shell.last();
    }

    private void key(int key, TerminalKeyboard keyboard) throws IOException, InterruptedException {
        switch (key) {
            case '\r', '\n' -> {
                programs.console().out("\n");
                recall.note(text());
                perform(keyboard);
            }
            case INTERRUPT -> {
                programs.console().out("^C\n");
                line.reset();
                ask();
            }
            case END -> {
                if (line.size() == 0) {
                    programs.console().out("exit\n");
                    shell.run("exit");
                }
            }
            case BACKSPACE, DELETE -> shorten();
            case ERASE -> replace("");
            case CLEAR -> {
                programs.console().out("\u001b[H\u001b[2J");
                ask();
                programs.console().raw(line.toByteArray());
            }
            case ESCAPE -> arrow(keyboard);
            default -> {
                line.write(key);
                programs.console().raw(new byte[] {(byte) key});
            }
        }
    }

    private void arrow(TerminalKeyboard keyboard) throws IOException, InterruptedException {
        int second = keyboard.next();
        int third = second == '[' || second == 'O' ? keyboard.next() : 0;
        if (third == 'A') {
            replace(recall.before(text()));
        } else if (third == 'B') {
            replace(recall.after());
        }
    }

    private String text() {
        return line.toString(StandardCharsets.UTF_8);
    }

    private void replace(String other) throws IOException {
        while (line.size() > 0) {
            shorten();
        }
        line.writeBytes(other.getBytes(StandardCharsets.UTF_8));
        programs.console().out(other);
    }

    /** Takes the last character away, of however many bytes it is. */
    private void shorten() throws IOException {
        var text = text();
        if (!text.isEmpty()) {
            line.reset();
            line.writeBytes(text.substring(0, text.offsetByCodePoints(text.length(), -1))
                    .getBytes(StandardCharsets.UTF_8));
            programs.console().out("\b \b");
        }
    }

    /** Does what was typed, until it is done or interrupted by another key. */
    private void perform(TerminalKeyboard keyboard) throws IOException, InterruptedException {
        try {
            keyboard.busy();
            obey();
        } catch (InterruptedException stopped) {
            if (!keyboard.interrupted()) {
                throw stopped;
            }
            programs.console().out("^C\n");
            ask();
        } finally {
            keyboard.idle();
        }
    }

    private void obey() throws IOException, InterruptedException {
        var said = text();
        line.reset();
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

package tessera.demo.control.container;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A shell that reads its commands from typed input. */
final class SimulatedInteractiveShell {

    private static final int INTERRUPT = 3;
    private static final int END = 4;
    private static final int BACKSPACE = 8;
    private static final int CLEAR = 12;
    private static final int ERASE = 21;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    private final SimulatedContainerPrograms programs;
    private final SimulatedShell shell;
    private final String name;
    private final boolean terminal;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final SimulatedShellHistory recall = new SimulatedShellHistory();

    /** @param terminal whether what is typed must be echoed and asked for */
    SimulatedInteractiveShell(SimulatedContainerPrograms programs, String name, boolean terminal) {
        this.programs = programs;
        this.name = name;
        this.terminal = terminal;
        shell = new SimulatedShell(programs, name);
    }

    /** Executes the typed commands until the input ends or the shell exits; returns the exit code. */
    int run(InputStream typed) throws IOException, InterruptedException {
        if (terminal) {
            return readKeys(new SimulatedTerminalInput(typed, programs.console().pauses()));
        }
        return readLines(typed);
    }

    private int readLines(InputStream typed) throws IOException, InterruptedException {
        for (int next = typed.read(); next >= 0 && !shell.hasExited(); next = shell.hasExited() ? -1 : typed.read()) {
            if (next == '\n') {
                executeLine();
            } else {
                line.write(next);
            }
        }
        if (!shell.hasExited()) {
            executeLine();
        }
        return shell.exitCode();
    }

    private int readKeys(SimulatedTerminalInput keyboard) throws IOException, InterruptedException {
        keyboard.start();
        printPrompt();
        while (!shell.hasExited()) {
            int next = keyboard.nextKey();
            if (next < 0) {
                return shell.exitCode();
            }
            handleKey(next, keyboard);
        }
        return shell.exitCode();
    }

    private void handleKey(int key, SimulatedTerminalInput keyboard) throws IOException, InterruptedException {
        switch (key) {
            case '\r', '\n' -> {
                programs.console().printOutput("\n");
                recall.addLine(lineText());
                executeInterruptibly(keyboard);
            }
            case INTERRUPT -> {
                programs.console().printOutput("^C\n");
                line.reset();
                printPrompt();
            }
            case END -> {
                if (line.size() == 0) {
                    programs.console().printOutput("exit\n");
                    shell.run("exit");
                }
            }
            case BACKSPACE, DELETE -> deleteCharacter();
            case ERASE -> replaceLine("");
            case CLEAR -> {
                programs.console().printOutput("\u001b[H\u001b[2J");
                printPrompt();
                programs.console().writeBytes(line.toByteArray());
            }
            case ESCAPE -> handleArrow(keyboard);
            default -> {
                line.write(key);
                programs.console().writeBytes(new byte[] {(byte) key});
            }
        }
    }

    private void handleArrow(SimulatedTerminalInput keyboard) throws IOException, InterruptedException {
        int second = keyboard.nextKey();
        int third = second == '[' || second == 'O' ? keyboard.nextKey() : 0;
        if (third == 'A') {
            replaceLine(recall.previous(lineText()));
        } else if (third == 'B') {
            replaceLine(recall.next());
        }
    }

    private String lineText() {
        return line.toString(StandardCharsets.UTF_8);
    }

    private void replaceLine(String other) throws IOException {
        while (line.size() > 0) {
            deleteCharacter();
        }
        line.writeBytes(other.getBytes(StandardCharsets.UTF_8));
        programs.console().printOutput(other);
    }

    /** Deletes the last character, of one or more bytes. */
    private void deleteCharacter() throws IOException {
        var text = lineText();
        if (!text.isEmpty()) {
            line.reset();
            line.writeBytes(text.substring(0, text.offsetByCodePoints(text.length(), -1))
                    .getBytes(StandardCharsets.UTF_8));
            programs.console().printOutput("\b \b");
        }
    }

    /** Executes the typed line until it ends or another key interrupts it. */
    private void executeInterruptibly(SimulatedTerminalInput keyboard) throws IOException, InterruptedException {
        try {
            keyboard.beginProgram();
            executeLine();
        } catch (InterruptedException stopped) {
            if (!keyboard.wasInterrupted()) {
                throw stopped;
            }
            programs.console().printOutput("^C\n");
            printPrompt();
        } finally {
            keyboard.endProgram();
        }
    }

    private void executeLine() throws IOException, InterruptedException {
        var said = lineText();
        line.reset();
        shell.run(said);
        if (!shell.hasExited()) {
            printPrompt();
        }
    }

    private void printPrompt() throws IOException {
        if (terminal) {
            programs.console().printOutput(name.equals("bash")
                    ? "root@" + programs.scene().hostName() + ":" + shell.currentFolder() + "# "
                    : "# ");
        }
    }

    /** The lines typed in an interactive shell. */
    private static final class SimulatedShellHistory {

        private final List<String> lines = new ArrayList<>();
        private int at;

        void addLine(String line) {
            if (!line.isBlank()) {
                lines.add(line);
            }
            at = lines.size();
        }

        /** Returns the line before the shown one, or the shown one if there is none. */
        String previous(String shown) {
            if (at == 0) {
                return shown;
            }
            at--;
            return lines.get(at);
        }

        /** Returns the line after the shown one. */
        String next() {
            at = Math.min(lines.size(), at + 1);
            return at < lines.size() ? lines.get(at) : "";
        }
    }
}

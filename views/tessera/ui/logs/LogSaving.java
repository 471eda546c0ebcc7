package tessera.ui.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import tessera.logs.LogBuffer;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SaveAs;
import tessera.ui.kit.ToastMessage;

/** The way of a log into a file. FX thread, but for {@link #write}. */
final class LogSaving {

    private final Node owner;
    private final AsyncQuery<Path> saving;

    LogSaving(Node owner) {
        this.owner = owner;
        saving = new AsyncQuery<>(
                file -> ToastMessage.done(owner, "The log was saved", file.toString()),
                why -> ToastMessage.failed(owner, "The log was not saved", why.sentence()));
    }

    /** Asks where to, and writes what is listed. */
    void save(String name, LogBuffer buffer, LogRows rows, LogLooks looks) {
        SaveAs.ask(owner, name + ".log", "Log", "*.log", "*.txt").ifPresent(file -> saving.ask(() -> {
            write(file, buffer, rows, looks);
            return file;
        }));
    }

    /**
     * Writes lines as text, without what a terminal would obey; parts of a long line as one. What is not kept any more is told
     * in the first line: nobody who reads the file later could know.
     */
    static void write(Path file, LogBuffer buffer, LogRows rows, LogLooks looks) throws Failure {
        try (var out = Files.newBufferedWriter(file)) {
            if (buffer.first() > 0) {
                out.write("--- %s before these %s read and are not kept: the newest %d MB are\n".formatted(
                        NumberText.of(buffer.first(), "line"), buffer.first() == 1 ? "was" : "were",
                        LogBuffer.USUAL >> 20));
            }
            boolean begun = false;
            for (long row = 0; row < rows.count(); row++) {
                for (var line : buffer.lines(rows.number(row), rows.number(row) + 1)) {
                    boolean goesOn = begun && line.continues();
                    out.write((begun && !goesOn ? "\n" : "")
                            + (goesOn ? line.plain() : LogCanvas.written(line, looks)));
                    begun = true;
                }
            }
            out.write(begun ? "\n" : "");
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, SaveAs.why(file, e)), e);
        }
    }
}

package tessera.ui.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import tessera.logs.LogBuffer;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.SaveDialog;
import tessera.ui.kit.ToastMessage;

/** Saves a log to a file. FX thread, but for {@link #write}. */
final class LogSaver {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogSaver.class);

    private final Node owner;
    private final BackgroundQuery<Path> saveQuery;

    LogSaver(Node owner) {
        this.owner = owner;
        saveQuery = new BackgroundQuery<>(
                file -> ToastMessage.showSuccess(owner, MESSAGES.text("save.done"), file.toString()),
                problem -> ToastMessage.showFailure(owner, MESSAGES.text("save.failed"), problem.problemText()));
    }

    /** Asks for the path, and writes the listed lines. */
    void save(String name, LogBuffer buffer, DisplayedLogLines rows, LogLineAppearance appearance) {
        var file = SaveDialog.askPath(owner, name + ".log", MESSAGES.text("save.files"), "*.log", "*.txt").orElse(null);
        if (file != null) {
            saveQuery.submit(() -> {
                write(file, buffer, rows, appearance);
                return file;
            });
        }
    }

    /**
     * Writes lines as text without control characters; the parts of a long line as one. What is not kept any more is told
     * in the first line: nobody who reads the file later could know.
     */
    static void write(Path file, LogBuffer buffer, DisplayedLogLines rows, LogLineAppearance appearance)
            throws ProblemException {
        try (var out = Files.newBufferedWriter(file)) {
            if (buffer.firstNumber() > 0) {
                out.write(MESSAGES.text("save.dropped", CountedNoun.LINE.countText(buffer.firstNumber()),
                        LogBuffer.USUAL >> 20));
            }
            boolean begun = false;
            for (long row = 0; row < rows.count(); row++) {
                for (var line : buffer.lines(rows.lineNumberAt(row), rows.lineNumberAt(row) + 1)) {
                    boolean goesOn = begun && line.continues();
                    out.write(begun && !goesOn ? "\n" : "");
                    out.write(goesOn ? line.plainText() : LogCanvas.lineText(line, appearance));
                    begun = true;
                }
            }
            out.write(begun ? "\n" : "");
        } catch (IOException e) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION, SaveDialog.failureReason(file, e), e);
        }
    }
}

package tessera.ui.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.SaveDialog;
import tessera.ui.kit.ToastMessage;

/** Saves the content of a terminal to a file. FX thread, but for {@link #writeLines}. */
final class TerminalOutputSaver {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TerminalOutputSaver.class);

    private final Node owner;
    private final BackgroundQuery<Path> saveQuery;

    TerminalOutputSaver(Node owner) {
        this.owner = owner;
        saveQuery = new BackgroundQuery<>(
                file -> ToastMessage.showSuccess(owner, MESSAGES.text("save.done"), file.toString()),
                problem -> ToastMessage.showFailure(owner, MESSAGES.text("save.failed"), problem.problemText()));
    }

    /** Asks for the file, and writes. */
    void saveAs(String name, List<String> lines) {
        var file = SaveDialog.askPath(owner, name + ".txt", MESSAGES.text("save.files"), "*.txt", "*.log").orElse(null);
        if (file != null) {
            saveQuery.submit(() -> {
                writeLines(file, lines);
                return file;
            });
        }
    }

    static void writeLines(Path file, List<String> lines) throws ProblemException {
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION, SaveDialog.failureReason(file, e), e);
        }
    }
}

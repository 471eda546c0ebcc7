package tessera.ui.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SaveAs;
import tessera.ui.kit.ToastMessage;

/** The way of what a terminal shows into a file. FX thread, but for {@link #write}. */
final class TextSaving {

    private final Node owner;
    private final AsyncQuery<Path> saving;

    TextSaving(Node owner) {
        this.owner = owner;
        saving = new AsyncQuery<>(
                file -> ToastMessage.done(owner, "The output was saved", file.toString()),
                why -> ToastMessage.failed(owner, "The output was not saved", why.sentence()));
    }

    /** Asks where to, and writes. */
    void save(String name, List<String> lines) {
        SaveAs.ask(owner, name + ".txt", "Text", "*.txt", "*.log").ifPresent(file -> saving.ask(() -> {
            write(file, lines);
            return file;
        }));
    }

    static void write(Path file, List<String> lines) throws Failure {
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, SaveAs.why(file, e)), e);
        }
    }
}

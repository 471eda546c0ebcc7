package tessera.ui.kit;

import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.Node;
import javafx.stage.FileChooser;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Dialog for the target of a saved file. FX thread. */
public final class SaveDialog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SaveDialog.class);

    private SaveDialog() {}

    /**
     * Replacement of the system dialog, which only a user can operate; set as a property of the scene.
     */
    @FunctionalInterface
    public interface SavePathChooser {
        Optional<Path> choosePath(String name);
    }

    /**
     * Asks for the path, and waits; empty when the user cancels.
     *
     * @param owner    in whose window
     * @param name     what is proposed
     * @param kind     what files like it are called
     * @param patterns what their names are like
     */
    public static Optional<Path> askPath(Node owner, String name, String kind, String... patterns) {
        var scene = owner.getScene();
        if (scene.getProperties().get(SavePathChooser.class) instanceof SavePathChooser pathChooser) {
            return pathChooser.choosePath(name);
        }
        var chooser = new FileChooser();
        chooser.setInitialFileName(name);
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(kind, List.of(patterns)));
        return Optional.ofNullable(chooser.showSaveDialog(scene.getWindow())).map(File::toPath);
    }

    /** Returns why a file could not be written: some system exceptions only contain its name. */
    public static Reason failureReason(Path file, IOException e) {
        return MESSAGES.reason("file.notWritten", file, Objects.requireNonNullElse(switch (e) {
            case AccessDeniedException _ -> MESSAGES.text("file.forbidden");
            case NoSuchFileException _ -> MESSAGES.text("file.noFolder");
            case FileSystemException system -> system.getReason();
            default -> e.getMessage();
        }, ""));
    }
}

package tessera.ui.kit;

import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.stage.FileChooser;

/** The question where a file shall go. FX thread. */
public final class SaveAs {

    private SaveAs() {}

    /**
     * Who answers in the place of the system's own dialog, which only a hand can operate; a property of the scene by this
     * class.
     */
    @FunctionalInterface
    public interface Chooser {
        Optional<Path> choose(String name);
    }

    /**
     * Asks, and waits; empty when nobody wants a file any more.
     *
     * @param owner    in whose window
     * @param name     what is proposed
     * @param kind     what files like it are called
     * @param patterns what their names are like
     */
    public static Optional<Path> ask(Node owner, String name, String kind, String... patterns) {
        var scene = owner.getScene();
        if (scene.getProperties().get(Chooser.class) instanceof Chooser own) {
            return own.choose(name);
        }
        var chooser = new FileChooser();
        chooser.setInitialFileName(name);
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(kind, List.of(patterns)));
        return Optional.ofNullable(chooser.showSaveDialog(scene.getWindow())).map(File::toPath);
    }

    /** Why a file could not be written: some exceptions of the system say no more than its name. */
    public static String why(Path file, IOException e) {
        return file + " could not be written" + switch (e) {
            case AccessDeniedException _ -> ": you may not write there";
            case NoSuchFileException _ -> ": there is no such folder";
            case FileSystemException system -> system.getReason() == null ? "" : ": " + system.getReason();
            default -> ": " + e.getMessage();
        };
    }
}

package tessera.ui.kit;

import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Labeled;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.text.Text;
import javafx.stage.Window;
import tessera.model.ForeignTextSanitizer;

/**
 * A guard over all that is to be read in a window: whatever others wrote, and wherever it comes to stand, no text of a window holds
 * what makes it read otherwise than it is. Whoever makes a label need not think of it. FX thread.
 */
final class SceneTextSanitizer {

    /** What nobody reads in a label: to lay out a megabyte blocks the window. */
    private static final int LONGEST = 40_000;

    private static final ListChangeListener<Window> POPUPS = change -> {
        while (change.next()) {
            change.getAddedSubList().forEach(SceneTextSanitizer::watch);
        }
    };

    private SceneTextSanitizer() {}

    /** Guards a scene, what comes into it later, and what pops up over it. May be done again. */
    static void guard(Scene scene) {
        if (scene.getProperties().put(SceneTextSanitizer.class, true) == null) {
            scene.rootProperty().subscribe(SceneTextSanitizer::watch);
        }
        Window.getWindows().removeListener(POPUPS);
        Window.getWindows().addListener(POPUPS);
    }

    private static void watch(Window window) {
        switch (window) {
            case Tooltip tip -> keep(tip, tip.textProperty());
            case ContextMenu menu -> watch(menu.getItems());
            default -> {}
        }
    }

    private static void watch(ObservableList<MenuItem> items) {
        items.forEach(item -> {
            if (item.getProperties().put(SceneTextSanitizer.class, true) == null) {
                plain(item.textProperty(), LONGEST);
                if (item instanceof Menu menu) {
                    watch(menu.getItems());
                }
            }
        });
    }

    private static void keep(Tooltip tip, StringProperty text) {
        if (tip.getProperties().put(SceneTextSanitizer.class, true) == null) {
            plain(text, LONGEST);
        }
    }

    private static void watch(Node node) {
        if (node.getProperties().put(SceneTextSanitizer.class, true) != null) {
            return;
        }
        switch (node) {
            case Labeled labeled -> plain(labeled.textProperty(), LONGEST);
            // Of an editor, which counts on each of its letters.
            case Text text -> plain(text.textProperty(), Integer.MAX_VALUE);
            default -> {}
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(SceneTextSanitizer::watch);
            parent.getChildrenUnmodifiable().addListener((ListChangeListener<Node>) change -> {
                while (change.next()) {
                    change.getAddedSubList().forEach(SceneTextSanitizer::watch);
                }
            });
        }
    }

    /** What is bound says what something else says that is watched itself. */
    private static void plain(StringProperty text, int longest) {
        text.subscribe(words -> {
            if (words != null && !text.isBound()) {
                var plain = ForeignTextSanitizer.abbreviate(ForeignTextSanitizer.sanitize(words), longest);
                if (!plain.equals(words)) {
                    text.set(plain);
                }
            }
        });
    }
}

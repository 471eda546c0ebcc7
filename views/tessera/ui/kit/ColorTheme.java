package tessera.ui.kit;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.application.Application;
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
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.stage.Window;
import tessera.model.ForeignTextSanitizer;

/** The two colour themes of the product. What they share is one set of sheets; what differs is one sheet of colours each. */
public enum ColorTheme {
    DARK("themes/dark.css"),
    LIGHT("themes/light.css");

    private static final List<String> SHARED = List.of("bridge.css", "kit.css", "shell.css", "fleet.css", "tables.css",
            "inspector.css", "logs.css", "terminal.css", "metrics.css", "sharing.css", "quota.css", "claims.css",
            "wall.css", "change.css", "settings.css");
    private static final String MONOSPACED = "/com/formdev/flatlaf/fonts/jetbrains_mono/JetBrainsMono-";

    private final String colours;

    ColorTheme(String colours) {
        this.colours = colours;
    }

    public ColorTheme otherTheme() {
        return this == DARK ? LIGHT : DARK;
    }

    /** Dresses a scene, whose texts are guarded from now on. FX thread. */
    public void applyTo(Scene scene) {
        // What every scene has at first need not be read again; once a scene has its own, so must what pops up over it.
        if (scene.getUserAgentStylesheet() != null
                || !controlsStylesheet().equals(Application.getUserAgentStylesheet())) {
            scene.setUserAgentStylesheet(controlsStylesheet());
        }
        scene.getStylesheets()
                .setAll(Stream.concat(Stream.of(colours), SHARED.stream()).map(ColorTheme::stylesheetUrl).toList());
        SceneTextSanitizer.guard(scene);
    }

    /** Returns the style sheet of the JavaFX controls. */
    private String controlsStylesheet() {
        if (this == DARK) {
            return new PrimerDark().getUserAgentStylesheet();
        }
        return new PrimerLight().getUserAgentStylesheet();
    }

    /** Sets the style of controls before the first scene, so that JavaFX does not load its own. FX thread. */
    public static void prepare() {
        Application.setUserAgentStylesheet(DARK.controlsStylesheet());
    }

    /** Loads the fonts that ship with the product, once before the first scene is styled. Any thread, also while JavaFX starts. */
    public static void loadFonts() {
        Stream.of("TesseraSans-Regular.otf", "TesseraSans-Bold.otf", "TesseraFigures-Bold.otf", "TesseraIcons.ttf")
                .forEach(name -> loadFont("/tessera/styles/fonts/" + name));
        Stream.of("Regular", "Bold").forEach(style -> loadFont(MONOSPACED + style + ".ttf"));
    }

    private static void loadFont(String resource) {
        try (var file = Objects.requireNonNull(ColorTheme.class.getResourceAsStream(resource), resource)) {
            Font.loadFont(file, 12);
        } catch (IOException e) {
            throw new UncheckedIOException("damaged font: " + resource, e);
        }
    }

    static String stylesheetUrl(String name) {
        return Objects.requireNonNull(ColorTheme.class.getResource("/tessera/styles/" + name), name).toExternalForm();
    }

    /**
     * A guard over all that is to be read in a window: whatever others wrote, and wherever it comes to stand, no text of a window holds
     * what makes it read otherwise than it is. Whoever makes a label need not think of it. FX thread.
     */
    private static final class SceneTextSanitizer {

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
}

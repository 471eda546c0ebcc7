package tessera.ui.kit;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.scene.Scene;
import javafx.scene.text.Font;

/** The two colour themes of the product. What they share is one set of sheets; what differs is one sheet of colours each. */
public enum ColorTheme {
    DARK("themes/dark.css"),
    LIGHT("themes/light.css");

    private static final List<String> SHARED = List.of("bridge.css", "kit.css", "shell.css", "fleet.css", "tables.css",
            "inspector.css", "logs.css", "terminal.css", "metrics.css", "sharing.css", "quota.css", "claims.css",
            "wall.css",
            "change.css", "settings.css");
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
        return this == DARK ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet();
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
            throw new UncheckedIOException("A font that ships with the product is damaged: " + resource, e);
        }
    }

    static String stylesheetUrl(String name) {
        return Objects.requireNonNull(ColorTheme.class.getResource("/tessera/styles/" + name), name).toExternalForm();
    }
}

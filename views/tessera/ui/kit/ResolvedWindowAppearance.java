package tessera.ui.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Scene;
import tessera.settings.WindowAppearance;
import tessera.settings.WindowAppearance.AnimationChoice;
import tessera.settings.WindowAppearance.RowDensity;
import tessera.settings.WindowAppearance.ThemeChoice;

/**
 * Resolved appearance of a window: theme, density, font size, reduced motion.
 *
 * @param fontSize of ordinary text, in pixels
 * @param reducedMotion    whether what turns stands still
 */
public record ResolvedWindowAppearance(ColorTheme theme, RowDensity density, int fontSize, boolean reducedMotion) {

    /** What grows with the text; what is no wider than a sign or a mark keeps its shape. */
    private static final Pattern GROWING = Pattern
            .compile("(-fx-(?:font-size|min-height|pref-height)): ([0-9]+(?:[.][0-9]+)?)(px|;)"
                    + "|(-fx-(?:min-width|pref-width|max-width|max-height)): ([0-9]|1[0-9]|2[0-4])(;)");
    private static final double ROW = 36;
    private static final long TILES = 22;
    /** Above and below the tiles of a row, so that those of two rows stay apart. */
    private static final long ABOUT_TILES = 8;

    /** Resolves the user's settings, where they depend on the present state of the desktop. FX thread. */
    public static ResolvedWindowAppearance of(WindowAppearance savedAppearance) {
        var desktop = Platform.getPreferences();
        var theme = switch (savedAppearance.theme()) {
            case DARK -> ColorTheme.DARK;
            case LIGHT -> ColorTheme.LIGHT;
            case SYSTEM -> desktop.getColorScheme() == ColorScheme.LIGHT ? ColorTheme.LIGHT : ColorTheme.DARK;
        };
        boolean still = savedAppearance.motion() == AnimationChoice.REDUCED
                || (savedAppearance.motion() == AnimationChoice.SYSTEM && desktop.isReducedMotion());
        return new ResolvedWindowAppearance(theme, savedAppearance.density(), savedAppearance.fontSize(), still);
    }

    /** Returns the setting that gives the other theme. */
    public ThemeChoice otherTone() {
        return theme == ColorTheme.DARK ? ThemeChoice.LIGHT : ThemeChoice.DARK;
    }

    /** Applies the look to a scene. FX thread. */
    public void applyTo(Scene scene) {
        theme.applyTo(scene);
        double factor = (double) fontSize / WindowAppearance.USUAL.fontSize();
        var sheets = new ArrayList<String>();
        for (var sheet : scene.getStylesheets()) {
            sheets.add(fontSize == WindowAppearance.USUAL.fontSize() ? sheet
                    : dataUri(scaleCss(readStylesheet(sheet), factor)));
        }
        if (density != RowDensity.NORMAL || factor != 1) {
            sheets.add(dataUri(densityCss(factor)));
        }
        if (reducedMotion) {
            sheets.add(dataUri(".progress-indicator { -fx-spin-enabled: false; }"
                    + " .progress-bar { -fx-indeterminate-bar-flip: false; -fx-indeterminate-bar-animation-time: 0; }"));
        }
        if (!List.copyOf(scene.getStylesheets()).equals(sheets)) {
            scene.getStylesheets().setAll(sheets);
        }
    }

    private String densityCss(double factor) {
        double room = switch (density) {
            case COMPACT -> 0.78;
            case NORMAL -> 1;
            case SPACIOUS -> 1.22;
        };
        return """
                .table-view { -fx-fixed-cell-size: %1$d; }
                .list-cell { -fx-padding: %2$d 12 %2$d 12; }
                .rail { -fx-min-width: %4$d; -fx-pref-width: %4$d; }
                .rail-item { -fx-min-height: 40; -fx-pref-height: %3$d; -fx-min-width: %5$d; }
                .settings-row { -fx-padding: %2$d 0 %2$d 0; }
                .tile-strip { -fx-pref-height: %6$d; }
                .glyph-box { -fx-scale-x: %7$s; -fx-scale-y: %7$s; }
                """.formatted(Math.round(ROW * factor * room), Math.round(6 * room),
                Math.round(56 * Math.max(1, factor) * Math.min(1, room)), Math.round(72 * Math.max(1, factor)),
                Math.round(72 * Math.max(1, factor)) - 1,
                Math.min(TILES, Math.round(ROW * factor * room) - ABOUT_TILES), factor);
    }

    private static String scaleCss(String css, double factor) {
        return GROWING.matcher(css).replaceAll(match -> {
            int first = match.group(1) == null ? 4 : 1;
            return "%s: %d%s".formatted(match.group(first),
                    Math.round(Double.parseDouble(match.group(first + 1)) * factor), match.group(first + 2));
        });
    }

    private static String readStylesheet(String sheet) {
        try (InputStream file = Objects.requireNonNull(URI.create(sheet).toURL().openStream())) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("damaged sheet: " + sheet, e);
        }
    }

    private static String dataUri(String css) {
        return "data:text/css;base64," + Base64.getEncoder().encodeToString(css.getBytes(StandardCharsets.UTF_8));
    }
}

package tessera.settings;

import java.util.Optional;
import tessera.text.DisplayLanguage;

/**
 * The appearance of the window.
 *
 * @param fontSize of ordinary text, in pixels; the others keep their proportion to it
 */
public record WindowAppearance(ThemeChoice theme, RowDensity density, int fontSize, AnimationChoice motion,
        LanguageChoice language) {

    public static final int SMALLEST = 11;
    public static final int LARGEST = 20;
    public static final WindowAppearance USUAL = new WindowAppearance(ThemeChoice.DARK, RowDensity.NORMAL, 13,
            AnimationChoice.SYSTEM, LanguageChoice.SYSTEM);

    /** The color theme. */
    public enum ThemeChoice {
        DARK,
        LIGHT,
        /** As the desktop has it. */
        SYSTEM
    }

    /** The spacing of rows and lines. */
    public enum RowDensity {
        COMPACT,
        NORMAL,
        SPACIOUS
    }

    /** The use of animations. */
    public enum AnimationChoice {
        /** As the desktop has it. */
        SYSTEM,
        REDUCED,
        FULL
    }

    /** The language of texts. */
    public enum LanguageChoice {
        /** As the desktop has it, if texts are told in it; otherwise English. */
        SYSTEM,
        ENGLISH,
        GERMAN;

        /** Returns the language; empty to leave it as the system has it. */
        public Optional<DisplayLanguage> displayLanguage() {
            return switch (this) {
                case SYSTEM -> Optional.empty();
                case ENGLISH -> Optional.of(DisplayLanguage.ENGLISH);
                case GERMAN -> Optional.of(DisplayLanguage.GERMAN);
            };
        }
    }

    public WindowAppearance {
        if (fontSize < SMALLEST || fontSize > LARGEST) {
            throw new IllegalArgumentException("fontSize " + fontSize);
        }
    }
}

package tessera.settings;

/**
 * The appearance of the window.
 *
 * @param fontSize of ordinary text, in pixels; the others keep their proportion to it
 */
public record WindowAppearance(ThemeChoice theme, RowDensity density, int fontSize, AnimationChoice motion) {

    public static final int SMALLEST = 11;
    public static final int LARGEST = 20;
    public static final WindowAppearance USUAL = new WindowAppearance(ThemeChoice.DARK, RowDensity.NORMAL, 13,
            AnimationChoice.SYSTEM);

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

    public WindowAppearance {
        if (fontSize < SMALLEST || fontSize > LARGEST) {
            throw new IllegalArgumentException("fontSize " + fontSize);
        }
    }
}

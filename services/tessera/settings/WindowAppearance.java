package tessera.settings;

/**
 * How the window looks.
 *
 * @param fontSize of ordinary text, in pixels; the others keep their proportion to it
 */
public record WindowAppearance(Tone theme, Density density, int fontSize, Motion motion) {

    public static final int SMALLEST = 11;
    public static final int LARGEST = 20;
    public static final WindowAppearance USUAL = new WindowAppearance(Tone.DARK, Density.NORMAL, 13, Motion.SYSTEM);

    /** Which colours. */
    public enum Tone {
        DARK,
        LIGHT,
        /** As the desktop has it. */
        SYSTEM
    }

    /** How much room rows and lines are given. */
    public enum Density {
        COMPACT,
        NORMAL,
        SPACIOUS
    }

    /** Whether things move. */
    public enum Motion {
        /** As the desktop has it. */
        SYSTEM,
        REDUCED,
        FULL
    }

    public WindowAppearance {
        if (fontSize < SMALLEST || fontSize > LARGEST) {
            throw new IllegalArgumentException("A font has %d to %d pixels".formatted(SMALLEST, LARGEST));
        }
    }
}

package tessera.ui.heatmap;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.text.MessageCatalog;

/** Lenses of the heatmap: the quantities that its colours can show. Changing it moves nothing. */
public enum HeatmapColorMode {
    ALLOCATION("lens.allocation", "A", false),
    UTILISATION("lens.utilisation", "U", true),
    MEMORY("lens.memory", "M", true),
    TEMPERATURE("lens.temperature", "T", true),
    POWER("lens.power", "P", true),
    HEALTH("lens.health", "H", false),
    OWNER("lens.owner", "O", false);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeatmapColorMode.class);

    private final String title;
    private final String key;
    private final boolean measured;

    HeatmapColorMode(String title, String key, boolean measured) {
        this.title = title;
        this.key = key;
        this.measured = measured;
    }

    /** Returns the lens's title. */
    public String title() {
        return MESSAGES.text(title);
    }

    /** Returns the letter of the key that chooses the lens, the same in all languages. */
    public String key() {
        return key;
    }

    /** Returns whether the lens shows what exporters report. */
    public boolean isMeasured() {
        return measured;
    }

    /** Finds the lens whose name begins with a word, e.g. {@code util}. */
    public static Optional<HeatmapColorMode> findByPrefix(String word) {
        var wanted = word.toLowerCase(Locale.ROOT);
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        return Stream.of(values()).filter(colorMode -> colorMode.name().toLowerCase(Locale.ROOT).startsWith(wanted))
                .findFirst();
    }
}

package tessera.ui.heatmap;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.text.MessageCatalog;

/** Lenses of the heatmap: the quantities that its colours can show. Changing it moves nothing. */
public enum HeatmapColorMode {
    ALLOCATION("lens.allocation", false),
    UTILISATION("lens.utilisation", true),
    MEMORY("lens.memory", true),
    TEMPERATURE("lens.temperature", true),
    POWER("lens.power", true),
    HEALTH("lens.health", false),
    OWNER("lens.owner", false);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeatmapColorMode.class);

    private final String title;
    private final boolean measured;

    HeatmapColorMode(String title, boolean measured) {
        this.title = title;
        this.measured = measured;
    }

    /** Returns the lens's title; the first letter is also its key. */
    public String title() {
        return MESSAGES.text(title);
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

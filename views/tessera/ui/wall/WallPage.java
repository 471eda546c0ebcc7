package tessera.ui.wall;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a wall shows one after the other. */
public enum WallPage {
    FLEET("Fleet"),
    TRENDS("Trends"),
    ALERTS("Alerts"),
    PENDING("Pending and idle");

    private final String title;

    WallPage(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** As the command line names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The page the command line means. */
    public static Optional<WallPage> named(String word) {
        return List.of(values()).stream().filter(page -> page.word().equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}

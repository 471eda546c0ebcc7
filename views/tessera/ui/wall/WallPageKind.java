package tessera.ui.wall;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Pages that a wall shows in turn. */
public enum WallPageKind {
    FLEET("Fleet"),
    TRENDS("Trends"),
    ALERTS("Alerts"),
    PENDING("Pending and idle");

    private final String title;

    WallPageKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns the name on the command line. */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the page with a name on the command line. */
    public static Optional<WallPageKind> findByOption(String word) {
        return List.of(values()).stream()
                .filter(page -> page.optionName().equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}

package tessera.ui.wall;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.text.MessageCatalog;

/** Pages that a wall shows in turn. */
public enum WallPageKind {
    FLEET("page.fleet"),
    TRENDS("page.trends"),
    ALERTS("page.alerts"),
    PENDING("page.pending");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallPageKind.class);

    private final String title;

    WallPageKind(String title) {
        this.title = title;
    }

    String title() {
        return MESSAGES.text(title);
    }

    /** Returns the name on the command line. */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the page with a name on the command line. */
    public static Optional<WallPageKind> findByOption(String word) {
        return List.of(values()).stream()
                .filter(page -> page.optionName().equals(word.strip().toLowerCase(Locale.ROOT))).findFirst();
    }
}

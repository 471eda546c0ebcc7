package tessera.ui;

import java.util.Optional;

/** What the window remembers from one run to the next: columns, theme and the like. */
public interface LayoutMemory {

    Optional<String> recall(String key);

    void remember(String key, String value);
}

package tessera.ui;

import java.util.Optional;

/** The window state that is kept between runs: columns, theme and the like. */
public interface WindowColumnAndThemeStore {

    Optional<String> recall(String key);

    void remember(String key, String value);
}

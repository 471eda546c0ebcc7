package tessera.app;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Where the program keeps what belongs to the user, by the custom of each platform. */
final class Folders {

    private Folders() {}

    /** The folder of the settings file. */
    static Path settings(Map<String, String> environment, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return folder(environment, "APPDATA", home.resolve("AppData/Roaming")).resolve("Tessera");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library/Application Support/Tessera");
        }
        return folder(environment, "XDG_CONFIG_HOME", home.resolve(".config")).resolve("tessera");
    }

    private static Path folder(Map<String, String> environment, String variable, Path otherwise) {
        var value = environment.getOrDefault(variable, "");
        return value.isBlank() ? otherwise : Path.of(value);
    }
}

package tessera.app.platform;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import tessera.cluster.credential.AllowedCredentialPlugins;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.plan.journal.ChangeJournal;

/** The folders for the user's data, by the conventions of each platform. */
public final class UserDirectories {

    private UserDirectories() {}

    /** Returns the folder of the settings file. */
    public static Path settingsFolder(Map<String, String> environment, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return resolveFolder(environment, "APPDATA", home.resolve("AppData/Roaming")).resolve("Tessera");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library/Application Support/Tessera");
        }
        return resolveFolder(environment, "XDG_CONFIG_HOME", home.resolve(".config")).resolve("tessera");
    }

    /** Returns the folder of the user's own workload templates. */
    public static Path templatesFolder(Map<String, String> environment, Path home) {
        return settingsFolder(environment, home).resolve("templates");
    }

    /** Returns the folder of recorded readings, which may grow and needs no backup. */
    public static Path historiesFolder(Map<String, String> environment, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return resolveFolder(environment, "LOCALAPPDATA", home.resolve("AppData/Local")).resolve("Tessera/history");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library/Application Support/Tessera/history");
        }
        return resolveFolder(environment, "XDG_DATA_HOME", home.resolve(".local/share")).resolve("tessera/history");
    }

    /** Returns the journal of every change, which nothing deletes. */
    public static ChangeJournal changeJournal(ProcessEnvironment environment) {
        var folder = historiesFolder(environment.variables(), environment.home()).getParent();
        return new ChangeJournal((folder == null ? environment.home() : folder).resolve("journal.jsonl"));
    }

    /** What is known of the credential plugins that the user allowed. */
    public static AllowedCredentialPlugins plugins(ProcessEnvironment environment) {
        return new AllowedCredentialPlugins(
                historiesFolder(environment.variables(), environment.home()).resolveSibling("credential-plugins"));
    }

    /** Returns the folder of the program's logs. */
    public static Path logsFolder(Map<String, String> environment, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return resolveFolder(environment, "LOCALAPPDATA", home.resolve("AppData/Local")).resolve("Tessera/logs");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library/Logs/Tessera");
        }
        return resolveFolder(environment, "XDG_STATE_HOME", home.resolve(".local/state")).resolve("tessera/logs");
    }

    /** Returns the folder of crash reports. */
    public static Path crashesFolder(Map<String, String> environment, Path home) {
        return historiesFolder(environment, home).resolveSibling("crashes");
    }

    private static Path resolveFolder(Map<String, String> environment, String variable, Path otherwise) {
        var value = environment.getOrDefault(variable, "");
        return value.isBlank() ? otherwise : Path.of(value);
    }
}

package tessera.app;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import tessera.cluster.credential.AllowedPlugins;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.plan.journal.ChangeJournal;

/** Where the program keeps what belongs to the user, by the custom of each platform. */
final class UserDirectories {

    private UserDirectories() {}

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

    /** The folder of the user's own templates of workloads. */
    static Path templates(Map<String, String> environment, Path home) {
        return settings(environment, home).resolve("templates");
    }

    /** The folder of what was measured, which may grow and is worth no backup. */
    static Path histories(Map<String, String> environment, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return folder(environment, "LOCALAPPDATA", home.resolve("AppData/Local")).resolve("Tessera/history");
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library/Application Support/Tessera/history");
        }
        return folder(environment, "XDG_DATA_HOME", home.resolve(".local/share")).resolve("tessera/history");
    }

    /** What notes every change, and is deleted by nothing. */
    static ChangeJournal journal(ProcessEnvironment environment) {
        var folder = histories(environment.variables(), environment.home()).getParent();
        return new ChangeJournal((folder == null ? environment.home() : folder).resolve("journal.jsonl"));
    }

    /** What is known of the credential plugins that the user allowed. */
    static AllowedPlugins plugins(ProcessEnvironment environment) {
        return new AllowedPlugins(
                histories(environment.variables(), environment.home()).resolveSibling("credential-plugins"));
    }

    /** What the program notes of itself. */
    static Path logs(Map<String, String> environment, Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return folder(environment, "LOCALAPPDATA", home.resolve("AppData/Local")).resolve("Tessera/logs");
        }
        return system.startsWith("mac") ? home.resolve("Library/Logs/Tessera")
                : folder(environment, "XDG_STATE_HOME", home.resolve(".local/state")).resolve("tessera/logs");
    }

    /** What is known of defects of the program itself. */
    static Path crashes(Map<String, String> environment, Path home) {
        return histories(environment, home).resolveSibling("crashes");
    }

    private static Path folder(Map<String, String> environment, String variable, Path otherwise) {
        var value = environment.getOrDefault(variable, "");
        return value.isBlank() ? otherwise : Path.of(value);
    }
}

package tessera.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.settings.WindowAppearance.ThemeChoice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** The file the user and the window write, both. */
class SettingsStoreTest {

    private static final String MINE = """
            {
                // my clusters
                "contexts": {
                    "prod-eu": { "kind": "production" }, // do not touch
                    "lab": {
                        "readOnly": true, /* for now */
                        "colour": "green"
                    },
                },
                "newer": {"than": ["this", "program"]}
            }
            """;

    @TempDir
    Path folder;

    private String after(String text, SettingsFileEdit... edits) throws IOException {
        var file = Files.writeString(folder.resolve("settings.json"), text);
        new SettingsStore(folder).change(List.of(edits));
        return Files.readString(file);
    }

    @Test
    void anEditChangesOneValueAndNothingElse() throws IOException {
        assertThat(after(MINE, SettingsFileEdit.setContextColor("lab", ClusterContextColor.ORANGE)))
                .isEqualTo(MINE.replace("\"green\"", "\"orange\""));
    }

    @Test
    void whatIsNewStandsAsTheOthersDo() throws IOException {
        assertThat(after(MINE, SettingsFileEdit.setContextReadOnly("prod-eu", true),
                SettingsFileEdit.setContextKind("lab", ClusterPurpose.RESEARCH),
                SettingsFileEdit.setTheme(ThemeChoice.LIGHT)))
                .isEqualTo(MINE.replace("\"production\" }", "\"production\", \"readOnly\": true }")
                        .replace("\"green\"\n", "\"green\",\n            \"kind\": \"research\"\n")
                        .replace("\"program\"]}\n", """
                                "program"]},
                                    "appearance": {
                                    "theme": "light"
                                  }
                                """));
    }

    @Test
    void whatGoesBackToTheDefaultGoesWithItsLineAndLeavesNoEmptyShell() throws IOException {
        assertThat(after(MINE, SettingsFileEdit.setContextColor("lab", null)))
                .isEqualTo(MINE.replace("            \"colour\": \"green\"\n", "").replace("true, /*", "true /*"));
        assertThat(after("{\"appearance\": {\"theme\": \"light\"}, \"readOnly\": true}",
                SettingsFileEdit.resetToDefault("appearance", "theme"))).isEqualTo("{\"readOnly\": true}");
        assertThat(after("{\n  \"readOnly\": true\n}\n", SettingsFileEdit.setReadOnly(false))).isEqualTo("{\n}\n");
    }

    @Test
    void whatIsSetAndForgottenAgainLeavesTheTextAsItWas() throws IOException {
        assertThat(after(MINE, SettingsFileEdit.setThreshold("gpu-temperature-warning", 78),
                SettingsFileEdit.setHistorySize(500), SettingsFileEdit.resetThreshold("gpu-temperature-warning"),
                SettingsFileEdit.setHistorySize(UserSettings.USUAL_HISTORY))).isEqualTo(MINE);
    }

    @Test
    void aFileThatIsALinkStaysOne() throws IOException {
        var dotfiles = Files.createDirectory(folder.resolve("dotfiles"));
        var real = Files.writeString(dotfiles.resolve("tessera.json"), "{}");
        var link = Files.createSymbolicLink(folder.resolve("settings.json"), real);

        new SettingsStore(folder).change(List.of(SettingsFileEdit.setTheme(ThemeChoice.LIGHT)));

        assertThat(link).isSymbolicLink();
        assertThat(real).content().contains("\"light\"");
    }

    @Test
    void whatCannotBeUnderstoodIsNotWrittenOver() throws IOException {
        var file = Files.writeString(folder.resolve("settings.json"), "{\"readOnly\": tru");
        var store = new SettingsStore(folder);

        assertThatIOException().isThrownBy(() -> store.change(List.of(SettingsFileEdit.setTheme(ThemeChoice.LIGHT))));

        assertThat(file).hasContent("{\"readOnly\": tru");
    }

    @Test
    void twoProgramsThatWriteAtOnceLoseNothingOfEachOther() throws Exception {
        var other = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path", ""), OtherProgram.class.getName(), folder.toString()).inheritIO()
                .start();
        write("here");

        assertThat(other.waitFor()).isZero();
        var contexts = new SettingsStore(folder).read().settings().contexts();
        assertThat(contexts).hasSize(2 * EDITS).containsKeys("here-0", "there-0", "here-19", "there-19");
    }

    private static final int EDITS = 20;

    private void write(String who) throws IOException {
        OtherProgram.write(new SettingsStore(folder), who);
    }

    /** Another program with the same settings. */
    static final class OtherProgram {

        private OtherProgram() {}

        public static void main(String[] arguments) throws IOException {
            write(new SettingsStore(Path.of(arguments[0])), "there");
        }

        static void write(SettingsStore store, String who) throws IOException {
            for (int number = 0; number < EDITS; number++) {
                store.change(List.of(SettingsFileEdit.setContextReadOnly(who + "-" + number, true)));
            }
        }
    }
}

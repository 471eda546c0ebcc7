package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.ui.Clusters.Kind;
import tessera.ui.kit.Theme;

import static org.assertj.core.api.Assertions.assertThat;

/** What the program remembers of its user. */
class SettingsFileTest {

    @TempDir
    Path folder;

    @Test
    void withoutAFileTheDefaultsServe() {
        try (var file = SettingsFile.read(folder.resolve("nowhere"))) {
            assertThat(file.settings()).isEqualTo(Settings.DEFAULTS);
            assertThat(file.message()).isEmpty();
        }
    }

    @Test
    void whatWasChangedIsThereTheNextTime() {
        try (var file = SettingsFile.read(folder)) {
            file.change(settings -> settings.withTheme(Theme.LIGHT));
            file.change(settings -> settings.remembering("table.nodes", "name ascending"));
        }

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.settings().themeOrDark()).isEqualTo(Theme.LIGHT);
            assertThat(file.settings().window()).containsEntry("table.nodes", "name ascending");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"\"", "{\"theme\": \"PINK\"}", "\u0000\u0001"})
    void aDamagedFileIsSetAsideAndTheDefaultsServe(String content) throws IOException {
        Files.writeString(folder.resolve("settings.json"), content);

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.settings()).isEqualTo(Settings.DEFAULTS);
            assertThat(file.message()).hasValueSatisfying(
                    message -> assertThat(message).contains("settings.damaged.json").contains("the defaults serve"));
        }
        assertThat(folder.resolve("settings.damaged.json")).hasContent(content);
    }

    @Test
    void aFileMayLeaveOutWhatItHasNoWordOn() throws IOException {
        Files.writeString(folder.resolve("settings.json"),
                "{\"contexts\": {\"prod\": {\"kind\": \"production\", \"readOnly\": true}}, \"later\": 1}");

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.settings().forContext("prod").kindOrPlain()).isEqualTo(Kind.PRODUCTION);
            assertThat(file.settings().forContext("prod").readOnly()).isTrue();
            assertThat(file.settings().forContext("other")).isEqualTo(Settings.ForContext.NOTHING);
        }
    }
}

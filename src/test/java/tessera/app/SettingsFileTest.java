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
    void whatTheWindowRemembersIsThereTheNextTime() {
        try (var file = SettingsFile.read(folder)) {
            file.remember(before -> before.withTheme(Theme.LIGHT));
            file.remember(before -> before.with("table.nodes", "name ascending"));
        }

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.remembered().themeOrDark()).isEqualTo(Theme.LIGHT);
            assertThat(file.remembered().parts()).containsEntry("table.nodes", "name ascending");
        }
        assertThat(folder.resolve("settings.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"\"", "{\"readOnyl\": true}",
        "{\"contexts\": {\"a\": {\"kind\": \"prod\"}}}",
        "\u0000\u0001"})
    void settingsThatAreNotUnderstoodAreLeftAloneAndAllowNothing(String content) throws IOException {
        var settings = Files.writeString(folder.resolve("settings.json"), content);

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.settings().readOnly()).isTrue();
            assertThat(file.message()).hasValueSatisfying(message -> assertThat(message).contains("settings.json")
                    .contains("nothing may be changed"));
        }
        assertThat(settings).hasContent(content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"theme\": \"PINK\"}"})
    void aDamagedMemoryIsSetAside(String content) throws IOException {
        Files.writeString(folder.resolve("window.json"), content);

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.remembered()).isEqualTo(Remembered.NOTHING);
            assertThat(file.settings()).isEqualTo(Settings.DEFAULTS);
        }
        assertThat(folder.resolve("window.damaged.json")).hasContent(content);
    }

    @Test
    void settingsMayLeaveOutWhatTheyHaveNoWordOn() throws IOException {
        Files.writeString(folder.resolve("settings.json"),
                "{\"contexts\": {\"prod\": {\"kind\": \"production\", \"readOnly\": true}}}");

        try (var file = SettingsFile.read(folder)) {
            assertThat(file.settings().forContext("prod").kindOrPlain()).isEqualTo(Kind.PRODUCTION);
            assertThat(file.settings().forContext("prod").readOnly()).isTrue();
            assertThat(file.settings().forContext("other")).isEqualTo(Settings.ForContext.NOTHING);
        }
    }
}

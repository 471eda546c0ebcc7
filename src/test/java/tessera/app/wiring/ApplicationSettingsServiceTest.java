package tessera.app.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.settings.ClusterPurpose;
import tessera.settings.SettingsFileEdit;
import tessera.settings.UserSettings;
import tessera.settings.WindowAppearance.ThemeChoice;

import static org.assertj.core.api.Assertions.assertThat;

/** What the program is told by its user, and what it remembers of him. */
class ApplicationSettingsServiceTest {

    @TempDir
    Path folder;

    private void written(String content) throws IOException {
        Files.writeString(folder.resolve("settings.json"), content);
    }

    @Test
    void withoutAFileTheDefaultsServe() {
        try (var file = ApplicationSettingsService.readFrom(folder.resolve("nowhere"))) {
            assertThat(file.settings()).isEqualTo(UserSettings.DEFAULTS);
            assertThat(file.problemText()).isEmpty();
        }
    }

    @Test
    void whatTheWindowRemembersIsThereTheNextTimeAndIsNoSetting() {
        try (var file = ApplicationSettingsService.readFrom(folder)) {
            file.remember("table.nodes", "name ascending");
        }

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.recall("table.nodes")).contains("name ascending");
        }
        assertThat(folder.resolve("settings.json")).doesNotExist();
    }

    @Test
    void ofTwoWindowsAtOnceNeitherLosesWhatTheOtherSettledOrRemembers() {
        try (var first = ApplicationSettingsService.readFrom(folder);
                var second = ApplicationSettingsService.readFrom(folder)) {
            first.change(SettingsFileEdit.setTheme(ThemeChoice.LIGHT));
            second.change(SettingsFileEdit.setFontSize(17));
            first.remember("table.nodes", "name ascending");
            second.remember("table.pods", "age descending");
        }

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().appearance().theme()).isEqualTo(ThemeChoice.LIGHT);
            assertThat(file.settings().appearance().fontSize()).isEqualTo(17);
            assertThat(file.recall("table.nodes")).contains("name ascending");
            assertThat(file.recall("table.pods")).contains("age descending");
        }
    }

    @Test
    void whatIsSettledInTheWindowIsThereTheNextTime() {
        try (var file = ApplicationSettingsService.readFrom(folder)) {
            file.change(SettingsFileEdit.setTheme(ThemeChoice.LIGHT), SettingsFileEdit.setFontSize(17));
            file.change(SettingsFileEdit.setContextReadOnly("prod-eu", true),
                    SettingsFileEdit.setContextKind("prod-eu", ClusterPurpose.PRODUCTION));
        }

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().appearance().theme()).isEqualTo(ThemeChoice.LIGHT);
            assertThat(file.settings().appearance().fontSize()).isEqualTo(17);
            assertThat(file.settings().forContext("prod-eu").readOnly()).isTrue();
            assertThat(file.settings().forContext("prod-eu").kind()).isEqualTo(ClusterPurpose.PRODUCTION);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"\"", "{} {}", "\u0000\u0001"})
    void damagedSettingsAreSetAsideAndNothingMayBeChangedUntilTheUserAllowsIt(String content) throws IOException {
        written(content);

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings()).isEqualTo(UserSettings.DEFAULTS.asReadOnly());
            assertThat(file.problemText()).hasValueSatisfying(message -> assertThat(message).contains("settings.json")
                    .contains("settings.damaged.json").contains("changes stay blocked"));
        }
        assertThat(folder.resolve("settings.damaged.json")).hasContent(content);
        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().readOnly()).as("not even after a restart").isTrue();
            file.change(SettingsFileEdit.setReadOnly(false));
        }
        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().readOnly()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"readOnyl\": true}", "{\"readOnly\": \"yes\"}",
        "{\"contexts\": {\"a\": {\"kind\": \"prod\"}}}", "{\"contexts\": {\"a\": {\"readonly\": true}}}",
        "{\"contexts\": 7}"})
    void aCatchThatIsNotUnderstoodRefusesChangesAndStaysAsItIs(String content) throws IOException {
        written(content);

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().readOnly()).isTrue();
            assertThat(file.problemText()).hasValueSatisfying(
                    message -> assertThat(message).contains("line 1").contains("Changes are blocked"));
        }
        assertThat(folder.resolve("settings.json")).hasContent(content);
    }

    @Test
    void anotherWordThatIsNotUnderstoodIsToldAndTheRestCounts() throws IOException {
        written("{\"appearance\": {\"theme\": \"pink\", \"sound\": 1, \"fontSize\": 15}}");

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().appearance().fontSize()).isEqualTo(15);
            assertThat(file.settings().readOnly()).isFalse();
            assertThat(file.problemText()).hasValueSatisfying(message -> assertThat(message)
                    .contains("“theme” must be one of dark, light and system").contains("sound"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"parts\": 7}"})
    void aDamagedMemoryIsSetAside(String content) throws IOException {
        Files.writeString(folder.resolve("window.json"), content);

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.recall("anything")).isEmpty();
            assertThat(file.settings()).isEqualTo(UserSettings.DEFAULTS);
        }
        assertThat(folder.resolve("window.damaged.json")).hasContent(content);
    }

    @Test
    void settingsThatCannotBeWrittenHoldUntilTheProgramEndsAndThatIsTold() throws IOException {
        var blocked = Files.writeString(folder.resolve("blocked"), "a file where the folder would be");

        var file = ApplicationSettingsService.readFrom(blocked);
        file.change(SettingsFileEdit.setReadOnly(true));
        file.close();

        assertThat(file.settings().readOnly()).isTrue();
        assertThat(file.problemText()).hasValueSatisfying(message -> assertThat(message)
                .contains("Cannot save settings to ", "settings.json. The settings apply until you quit."));
    }

    @Test
    void thresholdsOfTheFormerFileBecomeSettings() throws IOException {
        Files.writeString(folder.resolve("alerts.json"),
                "{\"thresholds\": {\"gpu-temperature-warning\": 78}, \"off\": [\"allocated-idle\"]}");

        try (var file = ApplicationSettingsService.readFrom(folder)) {
            assertThat(file.settings().alerts().thresholds()).containsEntry("gpu-temperature-warning", 78.0);
            assertThat(file.rules().findRule("allocated-idle")).isEmpty();
        }
        assertThat(folder.resolve("alerts.json")).doesNotExist();
        assertThat(folder.resolve("settings.json")).content().contains("\"gpu-temperature-warning\": 78");
    }
}

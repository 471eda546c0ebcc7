package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.alerts.AlertRules;

import static org.assertj.core.api.Assertions.assertThat;

/** Thresholds that a user sets. */
class AlertSettingsTest {

    @TempDir
    private Path folder;

    private AlertSettings written(String content) throws IOException {
        Files.writeString(folder.resolve("alerts.json"), content);
        return AlertSettings.read(folder);
    }

    private static double threshold(AlertRules rules, String id) {
        var limit = rules.rule(id).orElseThrow().limit();
        return limit == null ? Double.NaN : limit.threshold();
    }

    @Test
    void withoutAFileTheRulesServeAsTheyShip() {
        var read = AlertSettings.read(folder.resolve("nowhere"));

        assertThat(read.rules().all()).isEqualTo(AlertRules.standard().all());
        assertThat(read.messages()).isEmpty();
    }

    @Test
    void aThresholdCountsInPlaceOfTheOneThatShipsAndARuleCanBeSwitchedOff() throws IOException {
        var read = written("""
                {"thresholds": {"gpu-temperature-warning": 78, "memory-nearly-full": 0.9}, "off": ["allocated-idle"]}
                """);

        assertThat(read.messages()).isEmpty();
        assertThat(threshold(read.rules(), "gpu-temperature-warning")).isEqualTo(78);
        assertThat(threshold(read.rules(), "memory-nearly-full")).isEqualTo(0.9);
        assertThat(threshold(read.rules(), "gpu-temperature-critical")).isEqualTo(90);
        assertThat(read.rules().rule("allocated-idle")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"thresholds\": 7}", "{\"threshold\": {}}",
        "{\"thresholds\": {\"gpu-temperature-warning\": \"hot\"}}", "\u0000\u0001"})
    void aDamagedFileIsSetAsideWithAMessageAndTheRulesServeAsTheyShip(String content) throws IOException {
        var read = written(content);

        assertThat(read.rules().all()).isEqualTo(AlertRules.standard().all());
        assertThat(read.messages()).singleElement().asString().contains("alerts.json").contains("damaged")
                .contains("serve as they ship");
        assertThat(folder.resolve("alerts.json")).doesNotExist();
        assertThat(folder.resolve("alerts.damaged.json")).hasContent(content);
    }

    @Test
    void anEntryThatMeansNothingIsToldAndTheOthersCount() throws IOException {
        var read = written("""
                {"thresholds": {"gpu-temprature-warning": 78, "memory-nearly-full": 90, "node-not-ready": 1,
                  "pcie-replays": -1, "memory-temperature-warning": null, "gpu-temperature-critical": 88},
                 "off": ["power"]}
                """);

        assertThat(threshold(read.rules(), "gpu-temperature-critical")).isEqualTo(88);
        assertThat(threshold(read.rules(), "memory-nearly-full")).isEqualTo(0.95);
        assertThat(read.messages()).hasSize(6).anyMatch(said -> said.contains("no rule “gpu-temprature-warning”"))
                .anyMatch(said -> said.contains("is a share, from 0 to 1, not 90"))
                .anyMatch(said -> said.contains("“node-not-ready” has no threshold"))
                .anyMatch(said -> said.contains("no rule “power”"));
        assertThat(folder.resolve("alerts.json")).exists();
    }

    @Test
    void whatTheUserSetIsWhatSettingsTell() throws IOException {
        Files.writeString(folder.resolve("alerts.json"),
                "{\"thresholds\": {\"gpu-temperature-warning\": 78, \"x\": 1}}");
        try (var settings = SettingsFile.read(folder)) {
            assertThat(threshold(settings.rules(), "gpu-temperature-warning")).isEqualTo(78);
            assertThat(settings.message()).hasValueSatisfying(said -> assertThat(said).contains("no rule “x”"));
            assertThat(settings.settings()).isEqualTo(Settings.DEFAULTS);
        }
    }
}

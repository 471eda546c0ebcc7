package tessera.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.file.SizeLimitedFileReader;

/** Migrates the former file with thresholds of alert rules. What it says becomes part of the settings. */
public final class LegacyAlertSettingsMigration {

    private LegacyAlertSettingsMigration() {}

    /**
     * Moves the thresholds of the former file into the settings, unless these set them already.
     *
     * @return what has to be said about it
     */
    public static Optional<String> migrate(Path folder, SettingsStore store) {
        var file = folder.resolve("alerts.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            var tree = SettingsFileText.parse(SizeLimitedFileReader.readText(file, SettingsStore.LARGEST)).tree();
            store.change(editsFor(tree, store.read().settings()));
            if (renameFile(file, "alerts.taken-over.json")) {
                return Optional.empty();
            }
            return Optional.of(new SettingsReason.LegacyAlertsMigrated(file).text());
        } catch (IOException damaged) {
            renameFile(file, "alerts.damaged.json");
            return Optional.of(new SettingsReason.LegacyAlertsDamaged(file).text());
        }
    }

    private static List<SettingsFileEdit> editsFor(JsonNode tree, UserSettings savedSettings) {
        var edits = new ArrayList<SettingsFileEdit>();
        tree.path("thresholds").propertyStream().filter(each -> each.getValue().isNumber())
                .filter(each -> !savedSettings.alerts().thresholds().containsKey(each.getKey()))
                .forEach(each -> edits.add(SettingsFileEdit.setThreshold(each.getKey(), each.getValue().asDouble())));
        if (savedSettings.alerts().disabledRules().isEmpty()) {
            edits.add(SettingsFileEdit.disableRules(tree.path("off").valueStream().map(JsonNode::asText).toList()));
        }
        return edits;
    }

    private static boolean renameFile(Path file, String name) {
        try {
            Files.move(file, file.resolveSibling(name), StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException stuck) {
            return false;
        }
    }
}

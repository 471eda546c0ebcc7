package tessera.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.file.BoundedFile;

/** The file in which thresholds of alert rules once stood. What it says becomes part of the settings. */
public final class FormerAlerts {

    private FormerAlerts() {}

    /**
     * Takes over what the file says, if there is one, unless the settings say otherwise by now.
     *
     * @return what has to be said about it
     */
    public static Optional<String> takeOver(Path folder, SettingsStore store) {
        var file = folder.resolve("alerts.json");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            var tree = SettingsText.of(BoundedFile.readText(file, SettingsStore.LARGEST)).tree();
            store.change(edits(tree, store.read().settings()));
            return moved(file, "alerts.taken-over.json") ? Optional.empty()
                    : Optional.of("%s is part of the settings now and may be deleted.".formatted(file));
        } catch (IOException damaged) {
            moved(file, "alerts.damaged.json");
            return Optional.of("The alert settings in %s are damaged; the rules serve as they ship.".formatted(file));
        }
    }

    private static List<SettingsEdit> edits(JsonNode tree, Settings settled) {
        var edits = new ArrayList<SettingsEdit>();
        tree.path("thresholds").propertyStream().filter(each -> each.getValue().isNumber())
                .filter(each -> !settled.alerts().limits().containsKey(each.getKey()))
                .forEach(each -> edits.add(SettingsEdit.threshold(each.getKey(), each.getValue().asDouble())));
        if (settled.alerts().off().isEmpty()) {
            edits.add(SettingsEdit.off(tree.path("off").valueStream().map(JsonNode::asText).toList()));
        }
        return edits;
    }

    private static boolean moved(Path file, String name) {
        try {
            Files.move(file, file.resolveSibling(name), StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException stuck) {
            return false;
        }
    }
}

package tessera.ui.settings;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.ui.kit.KeyWords;
import tessera.ui.kit.SelectableText;

/** The keys, to be read. */
final class ShortcutsPage implements SettingsPage {

    private final VBox node;

    ShortcutsPage(List<KeyWords> keys) {
        node = SettingRow.page("settings-shortcuts", title(),
                "They are the same for everybody; ? shows them at any time.");
        for (var key : keys) {
            node.getChildren().add(SettingRow.of(key.meaning(), "", SelectableText.label(key.keys(), "key-hint")));
        }
    }

    @Override
    public String title() {
        return "Shortcuts";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsState state) {
        // Nothing of it can be settled.
    }
}

package tessera.ui.settings;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.ui.kit.KeyboardShortcutText;
import tessera.ui.kit.TextLabelFactory;

/** Page of the keyboard shortcuts. */
final class ShortcutsPage implements SettingsSection {

    private final VBox node;

    ShortcutsPage(List<KeyboardShortcutText> keys) {
        node = SettingRow.createPage("settings-shortcuts", title(),
                "They are the same for everybody; ? shows them at any time.");
        for (var key : keys) {
            node.getChildren()
                    .add(SettingRow.createRow(key.effect(), "", TextLabelFactory.label(key.keys(), "key-hint")));
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
    public void show(SettingsScreenState state) {
        // Nothing of it can be settled.
    }
}

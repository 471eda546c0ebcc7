package tessera.ui.settings;

import javafx.scene.Node;

/** Section of the settings. FX thread. */
interface SettingsSection {

    String title();

    Node node();

    void show(SettingsScreenState state);
}

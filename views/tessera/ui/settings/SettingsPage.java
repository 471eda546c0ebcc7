package tessera.ui.settings;

import javafx.scene.Node;

/** Section of the settings. FX thread. */
interface SettingsPage {

    String title();

    Node node();

    void show(SettingsState state);
}
